import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { q } from './api.ts'

const count = { limit: 0 }

/** How many members, teams and invite links an organization has, as far as the caller may know. */
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
