import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Organization } from '#contract/organizations.ts'
import { useDebounced } from '../hooks/use-debounced.ts'
import { q } from './api.ts'

const DEBOUNCE_MS = 120
const MAX_RESULTS = 50

/** Members whose name or email address contains the text, by name. Nothing is requested while disabled. */
export function useMemberSearch(
  organizationId: string,
  text: string,
  isEnabled = true,
): { members: readonly Member[]; isSearching: boolean } {
  const search = useDebounced(text.trim(), DEBOUNCE_MS)
  const query = useQuery({
    ...q(api.members.list, {
      params: { organizationId },
      query: { limit: MAX_RESULTS, sort: 'name', order: 'asc', ...(search === '' ? {} : { search }) },
    }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  })
  const isSearching = search !== text.trim() || query.isPending || query.isPlaceholderData
  return { members: query.data?.items ?? [], isSearching }
}

const count = { limit: 0 }

/** How many members, teams and invite links an organization has, as far as the caller can see them. */
export function usePeopleCounts({ id, permissions }: Organization) {
  const params = { organizationId: id }
  const members = useQuery({
    ...q(api.members.list, { params, query: count }),
    enabled: permissions.listMembers,
  })
  const teams = useQuery({ ...q(api.teams.list, { params, query: count }), enabled: permissions.listTeams })
  const invites = useQuery({
    ...q(api.organizationInvites.list, { params, query: count }),
    enabled: permissions.admin,
  })
  return { members: members.data?.count, teams: teams.data?.count, invites: invites.data?.count }
}
