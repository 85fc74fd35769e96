import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LinkPlaces } from '#contract/content-links.ts'
import { ask, keyOf, q } from '../../lib/api.ts'
import type { ContentAt } from '../../lib/content-at.ts'
import type { LinksSearch } from './links-search.ts'

const limit = 50

const statusOf = ({ show }: LinksSearch) => {
  if (show === 'all') return {}
  return { status: show === 'ok' || show === 'in-app' ? show : ('broken' as const) }
}

/** Pages with their links; of a change request those that it would break. */
export function placesQuery({ spaceId, change }: ContentAt, search: LinksSearch) {
  const route = change === undefined ? api.spaceLinks.places : api.changeRequestLinks.places
  const input = { params: { spaceId, ...(change === undefined ? {} : { change }) }, query: statusOf(search) }
  return infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<LinkPlaces> => {
      const page = pageParam === undefined ? { limit } : { limit, page: pageParam }
      if (change === undefined) {
        const query = { ...page, ...statusOf(search) }
        return ask(api.spaceLinks.places, { params: { spaceId }, query }, { signal })
      }
      const query = { ...page, brokenContext: 'change-request' as const }
      return ask(
        api.changeRequestLinks.places,
        { params: { spaceId, changeRequestId: change }, query },
        { signal },
      )
    },
    getNextPageParam: (last: LinkPlaces) => last.next?.page,
  })
}

/** How many links there are in each state; links to one thing count once. */
export const countQuery = (spaceId: string, status?: 'ok' | 'broken' | 'in-app') =>
  q(api.spaceLinks.list, { params: { spaceId }, query: { limit: 0, ...(status ? { status } : {}) } })
