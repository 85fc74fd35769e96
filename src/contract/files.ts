import { z } from 'zod'
import { gitPath } from './pages.ts'
import { address, id } from './shared/values.ts'

export const file = z
  .object({
    id,
    name: z.string(),
    contentType: z.string(),
    downloadURL: address,
    size: z.number().int().describe('In bytes'),
    dimensions: z
      .object({ width: z.number(), height: z.number() })
      .optional()
      .describe('In pixels, only of images'),
    git: gitPath.optional(),
  })
  .meta({ id: 'File' })
export type File = z.infer<typeof file>

export const reusableContent = z
  .object({ id, title: z.string(), document: id.optional(), git: gitPath.optional() })
  .meta({ id: 'ReusableContent' })
export type ReusableContent = z.infer<typeof reusableContent>
