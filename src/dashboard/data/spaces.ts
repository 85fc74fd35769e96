import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import type { Space } from '#contract/spaces.ts'
import { itemsOf, q, qPages } from './api.ts'

const pageSize = { limit: 1000 }

const isAdmin = ({ permissions }: Space): boolean => permissions.admin

/** All spaces of an organization that the caller can use, by default add to a site, each with its collection. */
export function useSpaceOptions(
  organizationId: string,
  canUse: (space: Space) => boolean = isAdmin,
): {
  spaces: readonly { space: Space; where: string | undefined }[]
  collections: readonly Collection[]
  isLoading: boolean
} {
  const params = { organizationId }
  const pages = useInfiniteQuery(qPages(api.spaces.list, { params, query: pageSize }))
  const collections = useQuery(q(api.collections.list, { params, query: pageSize })).data?.items ?? []
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const names = new Map(collections.map(({ id, title }) => [id, title]))
  return {
    spaces: itemsOf(pages.data)
      .filter(canUse)
      .map((space) => ({ space, where: space.parent && names.get(space.parent) })),
    collections,
    isLoading: pages.isPending || hasNextPage,
  }
}
