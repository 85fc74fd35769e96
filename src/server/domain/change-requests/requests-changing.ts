import { pagesChangedBy } from '../../content/merge-order.ts'
import { objectsOf } from '../../content/objects.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import { type Contender, contenders } from './merge-check-queries.ts'

/** Only the most recently changed requests are compared. */
const MAX_COMPARED_REQUESTS = 20

/** The draft and open change requests of a space that change one of these pages. */
export async function requestsChanging(
  db: Db,
  at: SpaceRef,
  pages: readonly string[],
): Promise<readonly Contender[]> {
  const objects = objectsOf(db, at.organizationId)
  const requests: Contender[] = []
  for (const request of await contenders(db, at, { own: '', limit: MAX_COMPARED_REQUESTS })) {
    const changed = await pagesChangedBy(objects, request)
    if (pages.some((id) => changed.has(id))) requests.push(request)
  }
  return requests
}
