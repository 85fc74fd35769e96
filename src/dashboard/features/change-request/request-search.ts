import { z } from 'zod'
import { id } from '#contract/shared/values.ts'

/** What the address says on every part of a request: the open dialog, the thread that is chosen, from when on. */
export const requestSearch = z.object({
  dialog: z.enum(['review', 'ask']).optional().catch(undefined),
  comment: id.optional().catch(undefined),
  /** A revision of the request: only what changed after it is shown. */
  since: id.optional().catch(undefined),
})
export type RequestSearch = z.infer<typeof requestSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnRequestSearch = (change: Partial<RequestSearch>) => void
