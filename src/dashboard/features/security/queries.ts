import { z } from 'zod'
import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

/** `show=with` lists the members who have a second factor, instead of those who have none. */
export const securitySearch = z.object({ show: z.literal('with').optional().catch(undefined) })
export type SecuritySearch = z.infer<typeof securitySearch>

export const membersByFactorQuery = (organizationId: string, { show }: SecuritySearch) =>
  qPages(api.members.list, {
    params: { organizationId },
    query: { limit: 100, sort: 'name', order: 'asc', disabled: false, secondFactor: show === 'with' },
  })
