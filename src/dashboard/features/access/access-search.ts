import { z } from 'zod'
import { role } from '#contract/shared/values.ts'

/** What the address of who has access says: the filters, and what is open. */
export const accessSearch = z.object({
  /** Part of a name or an e-mail address. */
  q: z.coerce.string().max(512).optional().catch(undefined),
  role: role.optional().catch(undefined),
  dialog: z.literal('add').optional().catch(undefined),
  /** Id of the person whose role is explained. */
  why: z.coerce.string().max(64).optional().catch(undefined),
})
export type AccessSearch = z.infer<typeof accessSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<AccessSearch>, options?: { replace?: boolean }) => void
