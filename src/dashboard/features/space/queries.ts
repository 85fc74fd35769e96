import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { q } from '../../data/api.ts'
import type { Breadcrumb } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'

export const spaceQuery = (spaceId: string) => q(api.spaces.get, { params: { spaceId } })

/** The number of broken links in a space. */
export const brokenLinkCountQuery = (spaceId: string) =>
  q(api.spaceLinks.list, { params: { spaceId }, query: { limit: 0, status: 'broken' } })

/** Breadcrumbs of a space, with its collection if the caller can see it. */
export function useSpaceBreadcrumbs(space: Space): Breadcrumb[] {
  const collectionId = space.parent ?? ''
  const { data: collection } = useQuery({
    ...q(api.collections.get, { params: { collectionId } }),
    enabled: collectionId !== '',
    retry: false,
  })
  const to = collection && paths.collection(space.organization, collection.id)
  return [
    ...(collection && to ? [{ title: collection.title || labels.untitled, to }] : []),
    { title: space.title || labels.untitled, to: paths.space(space.id) },
  ]
}
