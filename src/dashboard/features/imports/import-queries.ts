import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { q } from '../../lib/api.ts'
import { isActive } from './run-words.ts'

const often = 700
const seldom = 15_000

/** The newest imports into a space; asked for often while one of them runs. */
export const runsQuery = ({ id, organization }: Pick<Space, 'id' | 'organization'>) =>
  queryOptions({
    ...q(api.imports.list, { params: { organizationId: organization }, query: { space: id, limit: 20 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? often : seldom),
  })
