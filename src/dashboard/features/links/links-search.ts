import { z } from 'zod'

/** What the address of the links report says. */
export const linksSearch = z.object({
  /** The broken ones unless said. */
  show: z.enum(['ok', 'in-app', 'all', 'ignored']).optional().catch(undefined),
})
export type LinksSearch = z.infer<typeof linksSearch>
export type OnSearch = (change: Partial<LinksSearch>) => void
