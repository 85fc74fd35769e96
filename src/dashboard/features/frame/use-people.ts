import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import type { Goes, PaletteItem } from './palette-items.ts'

type Asked = { words: string; limit: number; isOn: boolean }

/** Members and teams whose name or address has the words, found by the service. */
export function usePeople(
  organization: Organization | undefined,
  goes: Goes,
  { words, limit, isOn }: Asked,
): { people: PaletteItem[]; isLooking: boolean } {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const members = useQuery({
    ...q(api.members.list, {
      params,
      query: { limit, sort: 'name', order: 'asc', ...(words === '' ? {} : { search: words }) },
    }),
    enabled: isOn && organization?.permissions.listMembers === true,
    placeholderData: keepPreviousData,
  })
  const teams = useQuery({
    ...q(api.teams.list, { params, query: { limit, ...(words === '' ? {} : { title: words }) } }),
    enabled: isOn && organization?.permissions.listTeams === true,
    placeholderData: keepPreviousData,
  })
  if (!isOn) return { people: [], isLooking: false }
  return {
    people: [
      ...(members.data?.items ?? []).map(({ user }) => ({
        ...goes(places.member(organizationId, user.id)),
        title: user.displayName,
        person: { id: user.id, name: user.displayName },
        where: user.email,
      })),
      ...(teams.data?.items ?? []).map(({ id, title }) => ({
        ...goes(places.team(organizationId, id)),
        title,
        icon: Users,
        where: 'Team',
      })),
    ],
    isLooking: members.isFetching || teams.isFetching,
  }
}
