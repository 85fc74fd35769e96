import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { LinksByPage } from '#contract/content-links.ts'
import { callApi, keyOf, q } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'
import type { LinksSearch } from './search-params.ts'

export type OnSearch = (change: Partial<LinksSearch>) => void

const PAGE_SIZE = 50

const statusOf = ({ show }: LinksSearch) => {
  if (show === 'all') return {}
  return { status: show === 'ok' || show === 'in-app' ? show : ('broken' as const) }
}

/** Pages with their links; for a change request, the links it would break. */
export function pageLinksQuery({ spaceId, change }: ContentRef, search: LinksSearch) {
  const route = change === undefined ? api.spaceLinks.listByPage : api.changeRequestLinks.listByPage
  const input = { params: { spaceId, ...(change === undefined ? {} : { change }) }, query: statusOf(search) }
  return infiniteQueryOptions({
    queryKey: [...keyOf(route, input), 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<LinksByPage> => {
      const page = pageParam === undefined ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, page: pageParam }
      if (change === undefined) {
        const query = { ...page, ...statusOf(search) }
        return callApi(api.spaceLinks.listByPage, { params: { spaceId }, query }, { signal })
      }
      const query = { ...page, brokenContext: 'change-request' as const }
      return callApi(
        api.changeRequestLinks.listByPage,
        { params: { spaceId, changeRequestId: change }, query },
        { signal },
      )
    },
    getNextPageParam: (last: LinksByPage) => last.next?.page,
  })
}

/** The number of distinct links by status. */
export const linkCountQuery = (spaceId: string, status?: 'ok' | 'broken' | 'in-app') =>
  q(api.spaceLinks.list, { params: { spaceId }, query: { limit: 0, ...(status ? { status } : {}) } })
