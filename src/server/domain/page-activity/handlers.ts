import type { PageActivity } from '#contract/page-activity.ts'
import { pageActivity } from '#contract/page-activity.ts'
import { MAX_CONFIRMATIONS } from '#contract/shared/limits.ts'
import { pagesChangedBy } from '../../content/merge-order.ts'
import { objectsOf } from '../../content/objects.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { openRequestContent } from '../change-request-content/request-content.ts'
import { contenders } from '../change-requests/merge-check-queries.ts'
import { peopleById, presentConfirmation } from '../page-freshness/present.ts'
import { confirmationsOf } from '../page-freshness/queries.ts'
import { formerSpaceOf } from '../page-moves/moved-page.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { editorAt, pageEditedAt } from './queries.ts'

/** Only the most recently changed requests are compared. */
const MAX_COMPARED_REQUESTS = 20

export const pageActivityHandlers = handle(pageActivity, {
  async get(ctx, { params: { spaceId, pageId } }) {
    const spaceRef = { organizationId: ctx.access.organizationId, spaceId }
    const editedAt = await pageEditedAt(ctx.db, spaceRef, pageId)
    const movedFrom = await formerSpaceOf(ctx, spaceRef, pageId)
    const { rows } = await confirmationsOf(ctx.db, spaceRef, pageId, { limit: MAX_CONFIRMATIONS })
    const ids = rows.map(({ confirmedBy }) => confirmedBy)
    const person = await peopleById(ctx, ctx.db, ids)
    return {
      ...(await editOf(ctx, spaceRef, { pageId, at: editedAt })),
      confirmations: rows.map((row) => presentConfirmation(row, person)),
      changeRequests: await requestsChanging(ctx, spaceRef, pageId),
      ...(movedFrom === undefined ? {} : { movedFrom }),
    }
  },

  async getInChangeRequest(ctx, { params }) {
    const { content } = await openRequestContent(ctx, params)
    const page = content.tree.page(params.pageId)
    if (page === undefined) throw notFound('page', params.pageId)
    const spaceRef = { organizationId: ctx.access.organizationId, spaceId: params.spaceId }
    return editOf(ctx, spaceRef, { pageId: params.pageId, at: new Date(page.entry.updatedAt) })
  },
})

type Edit = { readonly pageId: string; readonly at: Date }

/** Who made the edit of a moment. */
async function editOf(ctx: Context, spaceRef: SpaceRef, edit: Edit) {
  const editor = await editorAt(ctx.db, spaceRef, edit)
  const people = await authorsByIds(ctx.db, spaceRef.organizationId, [editor])
  return {
    object: 'page-activity' as const,
    editedAt: edit.at.toISOString(),
    ...(editor === null ? {} : { editedBy: presentUser(people.get(editor) ?? formerUser(editor), ctx.urls) }),
  }
}

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
