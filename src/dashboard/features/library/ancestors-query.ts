import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Collection } from '#contract/collections.ts'
import { isRefusal, keyOf, q } from '../../lib/api.ts'

/** The collections around one, the outermost first, as far as the caller may see them. */
export const ancestorsQuery = (collection: Collection) =>
  queryOptions({
    queryKey: [
      ...keyOf(api.collections.get, { params: { collectionId: collection.id } }),
      'around',
      collection.parent ?? '',
    ],
    queryFn: async ({ client }): Promise<Collection[]> => {
      const line: Collection[] = []
      for (let { parent } = collection; parent !== undefined; ) {
        const query = q(api.collections.get, { params: { collectionId: parent } })
        const one = await client.ensureQueryData(query).catch(unseen)
        if (one === null) break
        line.unshift(one)
        parent = one.parent
      }
      return line
    },
  })

/** A collection out of the caller's sight ends the line; everything else is a fault. */
function unseen(error: unknown): null {
  if (isRefusal(error, 404, 403)) return null
  throw error
}
