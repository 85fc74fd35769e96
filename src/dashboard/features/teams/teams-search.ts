import { z } from 'zod'

/** What the address of the list of teams says. */
export const teamsSearch = z.object({
  /** Part of the title, in any case. */
  title: z.coerce.string().max(64).optional().catch(undefined),
  /** Only teams that the caller manages. */
  mine: z.boolean().optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type TeamsSearch = z.infer<typeof teamsSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<TeamsSearch>, options?: { replace?: boolean }) => void
