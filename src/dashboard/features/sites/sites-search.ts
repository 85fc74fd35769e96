import { z } from 'zod'

/** What the address of the list of sites says: its filters and the open dialog. */
export const sitesSearch = z.object({
  /** Part of the title, in any case. */
  title: z.coerce.string().max(512).optional().catch(undefined),
  published: z.boolean().optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type SitesSearch = z.infer<typeof sitesSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<SitesSearch>, options?: { replace?: boolean }) => void
