import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { FileText, Folder, Funnel, Globe, Plus, TextSearch } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { q } from '#dashboard/data/api.ts'
import { useDebounced } from '#dashboard/hooks/use-debounced.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { recentVisits, type Visit } from '#dashboard/lib/recent-visits.ts'
import { roomsOf, useDoings } from './palette-commands.ts'
import { asked, type Goes, type Group, groupsOf, limitOf, type PaletteItem } from './palette-groups.ts'
import { useFoundPages, useOpenChanges, usePeople } from './palette-search.ts'
import { useOrganization } from './use-organization.ts'
import { iconOfPlace } from './visits.ts'

/** How long typing rests before the service is asked. */
const rest = 140

/** Everything the palette can find now, by group, for what is typed. */
export function usePaletteItems(text: string): { groups: Group[]; isLooking: boolean } {
  const { scope, words: query } = asked(text)
  const rested = useDebounced(query, rest)
  const whereabouts = useOrganization()
  const organizationId = whereabouts.organization?.id ?? ''
  const { data: organization } = useQuery({
    ...q(api.organizations.get, { params: { organizationId } }),
    enabled: organizationId !== '',
  })
  const here = useRouterState({ select: ({ location }) => location.pathname })
  const goes = useGoing()
  const limit = limitOf(scope)
  const isAll = scope === 'all'
  const { people, isLooking: isLookingForPeople } = usePeople(organization, goes, {
    ...{ words: rested, limit },
    isOn: scope === 'people' || (isAll && rested.length > 1),
  })
  const {
    pages,
    spaces,
    isLooking: isLookingForPages,
  } = useFoundPages(organizationId, goes, {
    ...{ words: rested, limit },
    isOn: scope === 'pages' || isAll,
  })
  const groups = groupsOf(scope, query, {
    ...useThings(whereabouts, goes, here),
    doings: useDoings(organization, goes),
    rooms: roomsOf(whereabouts, organization, goes),
    changes: useOpenChanges(organizationId, goes),
    ...{ people, pages, spaces },
    withWords: organization && query !== '' ? withWords(organization, goes, query) : [],
  })
  const isAsking = isLookingForPeople || isLookingForPages || rested !== query
  return { groups, isLooking: isAsking && scope !== 'do' && query !== '' }
}

function useGoing(): Goes {
  const navigate = useNavigate()
  return useCallback((to: string) => ({ id: to, to, run: () => void navigate({ href: to }) }), [navigate])
}

function withWords({ id, permissions }: Organization, goes: Goes, query: string): PaletteItem[] {
  const name = labels.quoted(query)
  const library = paths.library(id)
  const typed = encodeURIComponent(query)
  return [
    {
      ...goes(paths.search(id, query)),
      title: `Search the text of all pages for ${name}`,
      icon: TextSearch,
    },
    { ...goes(`${library}?q=${typed}`), title: `Filter the library by ${name}`, icon: Funnel },
    ...(permissions.createContent
      ? [{ ...goes(`${library}?new=space&title=${typed}`), title: `New space called ${name}`, icon: Plus }]
      : []),
  ]
}

const most = { limit: 1000 }

type Whereabouts = ReturnType<typeof useOrganization>

/** Spaces, collections and sites by title, and those that were looked at last. */
function useThings({ session, organization }: Whereabouts, goes: Goes, here: string) {
  const organizationId = organization?.id ?? ''
  const params = { organizationId }
  const isOn = organization !== undefined
  const read = { params, query: most }
  const spaces = useQuery({ ...q(api.spaces.list, read), enabled: isOn }).data
  const collections = useQuery({ ...q(api.collections.list, read), enabled: isOn }).data
  const sites = useQuery({ ...q(api.sites.list, read), enabled: isOn }).data
  const visits = useMemo(
    () => recentVisits(session.user.id, organizationId),
    [session.user.id, organizationId],
  )
  return useMemo(() => {
    const names = new Map((collections?.items ?? []).map(({ id, title }) => [id, title]))
    const things = [
      ...(spaces?.items ?? []).map(({ id, title, emoji, parent }) => ({
        ...goes(paths.space(id)),
        title: title || labels.untitled,
        icon: FileText,
        emoji,
        where: parent && names.get(parent),
      })),
      ...(collections?.items ?? []).map(({ id, title, parent }) => ({
        ...goes(paths.collection(organizationId, id)),
        title: title || labels.untitled,
        icon: Folder,
        where: parent ? names.get(parent) : 'Collection',
      })),
      ...(sites?.items ?? []).map(({ id, title }) => ({
        ...goes(paths.siteOverview(organizationId, id)),
        title,
        icon: Globe,
        where: 'Site',
      })),
    ]
    const known = new Map<string, PaletteItem>(things.map((thing) => [thing.to ?? '', thing]))
    // What is listed whole and is not in the list is gone.
    const isGone = ({ to }: Visit) =>
      /^\/s\/[^/]+$/.test(to) && !known.has(to) && spaces !== undefined && spaces.next === undefined
    const recent = visits
      .filter((visit) => visit.to !== here && !isGone(visit))
      .map((visit): PaletteItem => {
        const thing = known.get(visit.to)
        return (
          thing ?? { ...goes(visit.to), icon: iconOfPlace(visit.to), title: visit.title, where: visit.where }
        )
      })
    return { things, recent, visited: visits.map(({ to }) => to) }
  }, [spaces, collections, sites, visits, here, organizationId, goes])
}
