import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { BookOpen, FileText, Folder, Funnel, Globe, Plus, TextSearch, UserRoundX, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { q } from '../../data/api.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { destinationsOf, useCommands } from './palette-commands.ts'
import {
  type Group,
  groupLimit,
  groupsOf,
  type LinkTo,
  type PaletteItem,
  parseInput,
} from './palette-groups.ts'
import { tabsOfEntities, useOpenTabs } from './palette-tabs.ts'
import { useOrganization } from './use-organization.ts'
import { recentVisits, type Visit, visitIcon } from './visits.ts'

const DEBOUNCE_MS = 140

type PaletteItems = {
  readonly groups: Group[]
  readonly isSearching: boolean
  /** Everything that can match was read, so the first match stays the first. */
  readonly isComplete: boolean
}

/** All matches for the typed text, by group. */
export function usePaletteItems(text: string): PaletteItems {
  const { scope, query } = parseInput(text)
  const debouncedQuery = useDebounced(query, DEBOUNCE_MS)
  const current = useOrganization()
  const organizationId = current.organization?.id ?? ''
  const { data: organization } = useQuery({
    ...q(api.organizations.get, { params: { organizationId } }),
    enabled: organizationId !== '',
  })
  const currentPath = useRouterState({ select: ({ location }) => location.pathname })
  const linkTo = useLinkTo()
  const limit = groupLimit(scope)
  const isUnscoped = scope === 'all'
  const { people, isSearching: isSearchingPeople } = usePeopleSearch(organization, linkTo, {
    query: debouncedQuery,
    limit,
    enabled: scope === 'people' || (isUnscoped && debouncedQuery.length > 1),
  })
  const {
    pages,
    spaces,
    isSearching: isSearchingPages,
  } = usePageSearch(organizationId, linkTo, {
    query: debouncedQuery,
    limit,
    enabled: scope === 'pages' || isUnscoped,
  })
  const { isLoading, ...entities } = useEntities(current, linkTo, currentPath)
  const groups = groupsOf(scope, query, {
    ...entities,
    commands: useCommands(organization, linkTo),
    destinations: [
      ...useOpenTabs(linkTo),
      ...tabsOfEntities(entities.entities, organizationId, query, linkTo),
      ...destinationsOf(current, organization, linkTo),
    ],
    changeRequests: useOpenChangeRequests(organizationId, linkTo),
    people,
    pages,
    spaces,
    textCommands: organization && query !== '' ? textCommands(organization, linkTo, query) : [],
  })
  const isPending = isSearchingPeople || isSearchingPages || debouncedQuery !== query
  const isSearching = isPending && scope !== 'do' && query !== ''
  return { groups, isSearching, isComplete: !isSearching && !isLoading }
}

function useLinkTo(): LinkTo {
  const navigate = useNavigate()
  return useCallback((to: string) => ({ id: to, to, run: () => void navigate({ href: to }) }), [navigate])
}

function textCommands({ id, permissions }: Organization, linkTo: LinkTo, query: string): PaletteItem[] {
  const name = labels.quoted(query)
  const library = paths.library(id)
  const typed = encodeURIComponent(query)
  return [
    {
      ...linkTo(paths.search(id, query)),
      title: `Search the text of all pages for ${name}`,
      icon: TextSearch,
    },
    { ...linkTo(`${library}?q=${typed}`), title: `Filter the library by ${name}`, icon: Funnel },
    ...(permissions.createContent
      ? [{ ...linkTo(`${library}?new=space&title=${typed}`), title: `Create space ${name}`, icon: Plus }]
      : []),
  ]
}

const READ_ALL = { limit: 1000 }

type CurrentOrganization = ReturnType<typeof useOrganization>

/** Spaces, collections and sites by title, and the recently visited ones. */
function useEntities({ session, organization }: CurrentOrganization, linkTo: LinkTo, currentPath: string) {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const enabled = organization !== undefined
  const input = { params, query: READ_ALL }
  const spacesRead = useQuery({ ...q(api.spaces.list, input), enabled })
  const collectionsRead = useQuery({ ...q(api.collections.list, input), enabled })
  const sitesRead = useQuery({ ...q(api.sites.list, input), enabled })
  const isLoading = spacesRead.isLoading || collectionsRead.isLoading || sitesRead.isLoading
  const [spaces, collections, sites] = [spacesRead.data, collectionsRead.data, sitesRead.data]
  const visits = useMemo(
    () => recentVisits(session.user.id, organizationId),
    [session.user.id, organizationId],
  )
  return useMemo(() => {
    const names = new Map((collections?.items ?? []).map(({ id, title }) => [id, title]))
    const entities = [
      ...(spaces?.items ?? []).map(({ id, title, emoji, parent }) => ({
        ...linkTo(paths.space(id)),
        title: title || labels.untitled,
        icon: FileText,
        emoji,
        where: parent && names.get(parent),
      })),
      ...(collections?.items ?? []).map(({ id, title, parent }) => ({
        ...linkTo(paths.collection(organizationId, id)),
        title: title || labels.untitled,
        icon: Folder,
        where: parent ? names.get(parent) : 'Collection',
      })),
      ...(sites?.items ?? []).map(({ id, title }) => ({
        ...linkTo(paths.siteOverview(organizationId, id)),
        title,
        icon: Globe,
        where: 'Site',
      })),
    ]
    const entitiesByPath = new Map<string, PaletteItem>(entities.map((entity) => [entity.to ?? '', entity]))
    // A space that is missing from a complete list was deleted.
    const isDeleted = ({ to }: Visit) =>
      /^\/s\/[^/]+$/.test(to) && !entitiesByPath.has(to) && spaces !== undefined && spaces.next === undefined
    const recent = visits
      .filter((visit) => visit.to !== currentPath && !isDeleted(visit))
      .map((visit): PaletteItem => {
        const entity = entitiesByPath.get(visit.to)
        return (
          entity ?? { ...linkTo(visit.to), icon: visitIcon(visit.to), title: visit.title, where: visit.where }
        )
      })
    return { entities, recent, visited: visits.map(({ to }) => to), isLoading }
  }, [spaces, collections, sites, visits, currentPath, organizationId, linkTo, isLoading])
}

type PageQuery = { query: string; limit: number; enabled: boolean }

/** Shorter queries match too many pages to be useful. */
const MIN_QUERY_LENGTH = 2
const MAX_QUERY_LENGTH = 512

/** Pages whose title, headings or text match, best first, and spaces whose title matches. */
function usePageSearch(
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
function usePeopleSearch(
  organization: Organization | undefined,
  linkTo: LinkTo,
  { query, limit, enabled }: PeopleQuery,
): { people: PaletteItem[]; isSearching: boolean } {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const [, verb, object = ''] = /^(off-?board)\s+(.+)$/i.exec(query) ?? []
  const search = verb === undefined ? query : object
  const members = useQuery({
    ...q(api.members.list, {
      params,
      query: { limit, sort: 'name', order: 'asc', ...(search === '' ? {} : { search }) },
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
  if (verb !== undefined && organization?.permissions.admin) {
    const people = (members.data?.items ?? []).map(({ user }) => ({
      ...linkTo(paths.offboard(organizationId, user.id)),
      title: `Off-board ${user.displayName}`,
      icon: UserRoundX,
      where: user.email,
    }))
    return { people, isSearching: members.isFetching }
  }
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
function useOpenChangeRequests(organizationId: string, linkTo: LinkTo): PaletteItem[] {
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
