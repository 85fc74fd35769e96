import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'
import type { SecuritySearch } from './search-params.ts'

export const membersByFactorQuery = (organizationId: string, { show }: SecuritySearch) =>
  qPages(api.members.list, {
    params: { organizationId },
    query: { limit: 100, sort: 'name', order: 'asc', disabled: false, secondFactor: show === 'with' },
  })
