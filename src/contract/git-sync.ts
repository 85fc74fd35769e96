import { z } from 'zod'
import { timestamp } from './shared/values.ts'

/** The git repository that a space was last imported from. */
export const gitSync = z
  .object({
    repoName: z.string().optional().describe('Owner and name, such as `acme/docs`'),
    installationProvider: z.enum(['github', 'gitlab']).optional(),
    integration: z.string().optional(),
    url: z.string().optional().describe('Address of the repository at the imported branch'),
    updatedAt: timestamp.optional().describe('When it was imported'),
  })
  .meta({ id: 'GitSync' })
