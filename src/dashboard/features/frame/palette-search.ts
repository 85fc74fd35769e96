import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileText, Users } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { q } from '#dashboard/data/api.ts'
import { statusMarks, subjectLabel } from '#dashboard/lib/change-request-labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import type { Goes, PaletteItem } from './palette-groups.ts'

type PageQuery = { words: string; limit: number; isOn: boolean }

/** Shorter texts are in too many pages to be of use. */
const shortest = 2
const longest = 512

/** Pages whose title, headings or text have the words, the best first, and spaces that are called so. */
export function useFoundPages(
  organizationId: string,
  goes: Goes,
  { words, limit, isOn }: PageQuery,
): { pages: PaletteItem[]; spaces: PaletteItem[]; isLooking: boolean } {
  const isAsked = isOn && words.length >= shortest && words.length <= longest
  const { data, isFetching } = useQuery({
    ...q(api.search.organization, { params: { organizationId }, query: { query: words, limit } }),
    enabled: isAsked && organizationId !== '',
    placeholderData: keepPreviousData,
  })
  if (!isAsked || !data) return { pages: [], spaces: [], isLooking: isAsked && isFetching }
  const found = data.items.flatMap((space) => space.pages.map((page) => ({ space, page })))
  return {
    pages: found
      .toSorted((a, b) => (b.page.score ?? 0) - (a.page.score ?? 0))
      .slice(0, limit)
      .map(({ space, page }) => ({
        ...goes(addressOf(space.id, page)),
        title: page.title,
        icon: FileText,
        where: whereabouts(space, page),
      })),
    spaces: data.items
      .filter(({ pages }) => pages.length === 0)
      .map(({ id, title }) => ({ ...goes(paths.space(id)), title, icon: BookOpen })),
    isLooking: isFetching,
  }
}

/** The page, at the heading that was found best. */
function addressOf(spaceId: string, { id, sections }: PageSearchResult): string {
  const anchor = sections[0]?.path.split('#')[1]
  return anchor ? paths.heading(spaceId, id, anchor) : paths.page(spaceId, id)
}

/** `Installation guide / Wiring › Torque`: the space, the pages above, and the heading it is under. */
function whereabouts(
  { title }: SpaceSearchResult,
  { ancestors = [], sections, title: own }: PageSearchResult,
): string {
  const line = [title, ...ancestors.map((one) => one.title)].join(' / ')
  const [section] = sections
  return section && section.title !== own && section.path.includes('#') ? `${line} › ${section.title}` : line
}

type PeopleQuery = { words: string; limit: number; isOn: boolean }

/** Members and teams whose name or address has the words, found by the service. */
export function usePeople(
  organization: Organization | undefined,
  goes: Goes,
  { words, limit, isOn }: PeopleQuery,
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
        ...goes(paths.member(organizationId, user.id)),
        title: user.displayName,
        person: { id: user.id, name: user.displayName },
        where: user.email,
      })),
      ...(teams.data?.items ?? []).map(({ id, title }) => ({
        ...goes(paths.team(organizationId, id)),
        title,
        icon: Users,
        where: 'Team',
      })),
    ],
    isLooking: members.isFetching || teams.isFetching,
  }
}

/** The change requests that are not over, those changed last, by what they are about. */
export function useOpenChanges(organizationId: string, goes: Goes): PaletteItem[] {
  const { data } = useQuery({
    ...q(api.changeRequests.listInOrganization, {
      params: { organizationId },
      query: { status: ['draft', 'open'], limit: 200 },
    }),
    enabled: organizationId !== '',
  })
  return (data?.items ?? []).map((request) => ({
    ...goes(paths.change(request.space ?? '', request.number)),
    title: subjectLabel(request),
    icon: statusMarks[request.status].icon,
    where: `#${request.number}`,
  }))
}
