import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import { useDebounced } from '../hooks/use-debounced.ts'
import { q } from './api.ts'

const rest = 120
const most = 50

/** Members whose name or e-mail address has what is typed, by name; nobody is asked for while it is not wanted. */
export function useMembersToPick(
  organizationId: string,
  text: string,
  isWanted = true,
): { members: readonly Member[]; isLoading: boolean } {
  const search = useDebounced(text.trim(), rest)
  const query = useQuery({
    ...q(api.members.list, {
      params: { organizationId },
      query: { limit: most, sort: 'name', order: 'asc', ...(search === '' ? {} : { search }) },
    }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  return { members: query.data?.items ?? [], isLoading: query.isPending }
}
