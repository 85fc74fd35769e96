import { z } from 'zod'
import { gitPath } from './pages.ts'
import { address, id, timestamp } from './shared/values.ts'

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
      .describe('In pixels; only for images'),
    createdAt: timestamp.optional(),
    replacedAt: timestamp.optional().describe('When its content was last replaced'),
    pages: z.number().int().optional().describe('Number of pages that use it; only in the list of a space'),
    git: gitPath.optional(),
  })
  .meta({ id: 'File' })
export type File = z.infer<typeof file>

export const reusableContentTitle = z.string().min(1).max(256)

export const reusableContent = z
  .object({
    id,
    title: z.string(),
    document: id.optional().describe('ID of its document; absent if it is empty'),
    markdown: z.string().optional().describe('Only if requested individually or by ID'),
    excerpt: z.string().optional().describe('Its first words, without formatting; only in lists'),
    updatedAt: timestamp
      .optional()
      .describe('When its title or text was last changed; not in a whole revision'),
    pages: z.number().int().optional().describe('Number of pages that show it; only in the list of a space'),
    git: gitPath.optional(),
  })
  .meta({ id: 'ReusableContent' })
export type ReusableContent = z.infer<typeof reusableContent>
