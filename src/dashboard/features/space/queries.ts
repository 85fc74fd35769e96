import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { id } from '#contract/shared/values.ts'
import type { Space } from '#contract/spaces.ts'
import { q } from '../../data/api.ts'
import type { Breadcrumb } from '../../hooks/use-breadcrumbs.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'

export const spaceQuery = (spaceId: string) => q(api.spaces.get, { params: { spaceId } })

/** Search params of the page views: the open dialog, its page, and the comments beside the text. */
export const spaceSearch = z.object({
  new: z.enum(['page', 'group', 'link']).optional().catch(undefined),
  /** Ids of the page whose settings are open and of the page to move. */
  settings: z.string().optional().catch(undefined),
  move: z.string().optional().catch(undefined),
  in: z.string().optional().catch(undefined),
  comments: z.enum(['open', 'resolved', 'all']).optional().catch(undefined),
  comment: id.optional().catch(undefined),
})
export type SpaceSearch = z.infer<typeof spaceSearch>

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
