import { useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Space } from '#contract/spaces.ts'
import { q } from '../../lib/api.ts'
import type { Crumb } from '../../lib/crumbs.ts'
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'

/** The way to a space: through its collection, where the caller may see that. */
export function useSpaceCrumbs(space: Space): Crumb[] {
  const collectionId = space.parent ?? ''
  const { data: collection } = useQuery({
    ...q(api.collections.get, { params: { collectionId } }),
    enabled: collectionId !== '',
    retry: false,
  })
  const to = collection && places.collection(space.organization, collection.id)
  return [
    ...(collection && to ? [{ title: collection.title || words.untitled, to }] : []),
    { title: space.title || words.untitled, to: places.space(space.id) },
  ]
}
