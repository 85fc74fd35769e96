import { z } from 'zod'
import { memberRoles } from '../../lib/role-words.ts'

/** What the address of the list of members says: its filters, its order and the open dialog. */
export const membersSearch = z.object({
  /** Part of the name or the e-mail address. */
  search: z.coerce.string().max(512).optional().catch(undefined),
  show: z
    .enum([...memberRoles, 'suspended'])
    .optional()
    .catch(undefined),
  /** The ones who joined last come first unless said. */
  sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  dialog: z.literal('invite').optional().catch(undefined),
})
export type MembersSearch = z.infer<typeof membersSearch>
export type MemberSort = NonNullable<MembersSearch['sort']>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<MembersSearch>, options?: { replace?: boolean }) => void

/** The order in force. */
export const orderOf = ({ sort = 'joinedAt', order }: MembersSearch) => ({
  sort,
  order: order ?? firstOrder(sort),
})

/** Names begin with A, moments with the last one. */
export const firstOrder = (sort: MemberSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')
