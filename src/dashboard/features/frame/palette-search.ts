import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BookOpen, FileText, Users } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { q } from '../../data/api.ts'
import { statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { paths } from '../../lib/paths.ts'
import type { LinkTo, PaletteItem } from './palette-groups.ts'

type PageQuery = { query: string; limit: number; enabled: boolean }

/** Shorter queries match too many pages to be useful. */
const MIN_QUERY_LENGTH = 2
const MAX_QUERY_LENGTH = 512

/** Pages whose title, headings or text match, best first, and spaces whose title matches. */
export function usePageSearch(
  organizationId: string,
  linkTo: LinkTo,
  { query, limit, enabled }: PageQuery,
): { pages: PaletteItem[]; spaces: PaletteItem[]; isSearching: boolean } {
  const isEnabled = enabled && query.length >= MIN_QUERY_LENGTH && query.length <= MAX_QUERY_LENGTH
  const { data, isFetching } = useQuery({
    ...q(api.search.organization, { params: { organizationId }, query: { query, limit } }),
    enabled: isEnabled && organizationId !== '',
    placeholderData: keepPreviousData,
  })
  if (!isEnabled || !data) return { pages: [], spaces: [], isSearching: isEnabled && isFetching }
  const pagesWithSpace = data.items.flatMap((space) => space.pages.map((page) => ({ space, page })))
  return {
    pages: pagesWithSpace
      .toSorted((a, b) => (b.page.score ?? 0) - (a.page.score ?? 0))
      .slice(0, limit)
      .map(({ space, page }) => ({
        ...linkTo(pagePath(space.id, page)),
        title: page.title,
        icon: FileText,
        where: pageContext(space, page),
      })),
    spaces: data.items
      .filter(({ pages }) => pages.length === 0)
      .map(({ id, title }) => ({ ...linkTo(paths.space(id)), title, icon: BookOpen })),
    isSearching: isFetching,
  }
}

/** The path of the page, at its best matching heading. */
function pagePath(spaceId: string, { id, sections }: PageSearchResult): string {
  const anchor = sections[0]?.path.split('#')[1]
  return anchor ? paths.heading(spaceId, id, anchor) : paths.page(spaceId, id)
}

/** `Installation guide / Wiring › Torque`: the space, the ancestors of the page and the matching heading. */
function pageContext(
  { title }: SpaceSearchResult,
  { ancestors = [], sections, title: pageTitle }: PageSearchResult,
): string {
  const path = [title, ...ancestors.map((ancestor) => ancestor.title)].join(' / ')
  const [section] = sections
  return section && section.title !== pageTitle && section.path.includes('#')
    ? `${path} › ${section.title}`
    : path
}

type PeopleQuery = { query: string; limit: number; enabled: boolean }

/** Members and teams whose name or email address matches. */
export function usePeopleSearch(
  organization: Organization | undefined,
  linkTo: LinkTo,
  { query, limit, enabled }: PeopleQuery,
): { people: PaletteItem[]; isSearching: boolean } {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const members = useQuery({
    ...q(api.members.list, {
      params,
      query: { limit, sort: 'name', order: 'asc', ...(query === '' ? {} : { search: query }) },
    }),
    enabled: enabled && organization?.permissions.listMembers === true,
    placeholderData: keepPreviousData,
  })
  const teams = useQuery({
    ...q(api.teams.list, { params, query: { limit, ...(query === '' ? {} : { title: query }) } }),
    enabled: enabled && organization?.permissions.listTeams === true,
    placeholderData: keepPreviousData,
  })
  if (!enabled) return { people: [], isSearching: false }
  return {
    people: [
      ...(members.data?.items ?? []).map(({ user }) => ({
        ...linkTo(paths.member(organizationId, user.id)),
        title: user.displayName,
        person: { id: user.id, name: user.displayName },
        where: user.email,
      })),
      ...(teams.data?.items ?? []).map(({ id, title }) => ({
        ...linkTo(paths.team(organizationId, id)),
        title,
        icon: Users,
        where: 'Team',
      })),
    ],
    isSearching: members.isFetching || teams.isFetching,
  }
}

/** Open and draft change requests, last changed first. */
export function useOpenChangeRequests(organizationId: string, linkTo: LinkTo): PaletteItem[] {
  const { data } = useQuery({
    ...q(api.changeRequests.listInOrganization, {
      params: { organizationId },
      query: { status: ['draft', 'open'], limit: 200 },
    }),
    enabled: organizationId !== '',
  })
  return (data?.items ?? []).map((request) => ({
    ...linkTo(paths.change(request.space ?? '', request.number)),
    title: subjectLabel(request),
    icon: statusMarks[request.status].icon,
    where: `#${request.number}`,
  }))
}
