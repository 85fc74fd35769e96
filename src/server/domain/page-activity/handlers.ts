import type { PageActivity } from '#contract/page-activity.ts'
import { pageActivity } from '#contract/page-activity.ts'
import { pagesChangedBy } from '../../content/merge-order.ts'
import { objectsOf } from '../../content/objects.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import { contenders } from '../change-requests/merge-check-queries.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { editorAt, pageEditedAt } from './queries.ts'

/** Only the most recently changed requests are compared. */
const MAX_COMPARED_REQUESTS = 20

export const pageActivityHandlers = handle(pageActivity, {
  async get(ctx, { params: { spaceId, pageId } }) {
    const spaceRef = { organizationId: ctx.access.organizationId, spaceId }
    const editedAt = await pageEditedAt(ctx.db, spaceRef, pageId)
    const editor = await editorAt(ctx.db, spaceRef, editedAt)
    const people = await authorsByIds(ctx.db, spaceRef.organizationId, [editor])
    return {
      object: 'page-activity',
      editedAt: editedAt.toISOString(),
      ...(editor === null
        ? {}
        : { editedBy: presentUser(people.get(editor) ?? formerUser(editor), ctx.urls) }),
      changeRequests: await requestsChanging(ctx, spaceRef, pageId),
    }
  },
})

async function requestsChanging(
  ctx: Context,
  spaceRef: SpaceRef,
  pageId: string,
): Promise<PageActivity['changeRequests']> {
  const objects = objectsOf(ctx.db, spaceRef.organizationId)
  const requests: PageActivity['changeRequests'] = []
  for (const one of await contenders(ctx.db, spaceRef, { own: '', limit: MAX_COMPARED_REQUESTS })) {
    const { id, number, subject, status } = one
    if ((await pagesChangedBy(objects, one)).has(pageId)) requests.push({ id, number, subject, status })
  }
  return requests
}
