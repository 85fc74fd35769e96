import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Funnel, Plus, TextSearch } from 'lucide-react'
import { useCallback } from 'react'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { q } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { words as said } from '../../lib/words.ts'
import { groupsOf, limitOf } from './palette-groups.ts'
import type { Goes, Group, PaletteItem } from './palette-items.ts'
import { asked } from './palette-scopes.ts'
import { roomsOf } from './rooms-of.ts'
import { useDoings } from './use-doings.ts'
import { useFoundPages } from './use-found-pages.ts'
import { useOpenChanges } from './use-open-changes.ts'
import { useOrganization } from './use-organization.ts'
import { usePeople } from './use-people.ts'
import { useThings } from './use-things.ts'

/** How long typing rests before the service is asked. */
const rest = 140

/** Everything the palette can find now, by group, for what is typed. */
export function usePaletteItems(text: string): { groups: Group[]; isLooking: boolean } {
  const { scope, words } = asked(text)
  const rested = useDebounced(words, rest)
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
  const groups = groupsOf(scope, words, {
    ...useThings(whereabouts, goes, here),
    doings: useDoings(organization, goes),
    rooms: roomsOf(whereabouts, organization, goes),
    changes: useOpenChanges(organizationId, goes),
    ...{ people, pages, spaces },
    withWords: organization && words !== '' ? withWords(organization, goes, words) : [],
  })
  const isAsking = isLookingForPeople || isLookingForPages || rested !== words
  return { groups, isLooking: isAsking && scope !== 'do' && words !== '' }
}

function useGoing(): Goes {
  const navigate = useNavigate()
  return useCallback((to: string) => ({ id: to, to, run: () => void navigate({ href: to }) }), [navigate])
}

function withWords({ id, permissions }: Organization, goes: Goes, words: string): PaletteItem[] {
  const name = said.quoted(words)
  const library = places.library(id)
  const typed = encodeURIComponent(words)
  return [
    {
      ...goes(places.search(id, words)),
      title: `Search the text of all pages for ${name}`,
      icon: TextSearch,
    },
    { ...goes(`${library}?q=${typed}`), title: `Filter the library by ${name}`, icon: Funnel },
    ...(permissions.createContent
      ? [{ ...goes(`${library}?new=space&title=${typed}`), title: `New space called ${name}`, icon: Plus }]
      : []),
  ]
}
