import { z } from 'zod'

/** What the address of the audience says. */
export const audienceSearch = z.object({
  /** The open dialog: a new share link, or a change of one. */
  dialog: z.literal('link').optional().catch(undefined),
  link: z.string().max(64).optional().catch(undefined),
  /** The schema of visitors as JSON in place of rows. */
  schema: z.literal('json').optional().catch(undefined),
})
export type AudienceSearch = z.infer<typeof audienceSearch>
export type OnSearch = (change: Partial<AudienceSearch>) => void
