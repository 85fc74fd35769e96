import { pageActivity } from '#contract/page-activity.ts'
import { MAX_CONFIRMATIONS } from '#contract/shared/limits.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { openRequestContent } from '../change-request-content/request-content.ts'
import { requestsChanging } from '../change-requests/requests-changing.ts'
import { peopleById, presentConfirmation } from '../page-freshness/present.ts'
import { confirmationsOf } from '../page-freshness/queries.ts'
import { formerSpaceOf } from '../page-moves/moved-page.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { editorAt, pageEditedAt } from './queries.ts'

export const pageActivityHandlers = handle(pageActivity, {
  async get(ctx, { params: { spaceId, pageId } }) {
    const spaceRef = { organizationId: ctx.access.organizationId, spaceId }
    const editedAt = await pageEditedAt(ctx.db, spaceRef, pageId)
    const changing = await requestsChanging(ctx.db, spaceRef, [pageId])
    const movedFrom = await formerSpaceOf(ctx, spaceRef, pageId)
    const { rows } = await confirmationsOf(ctx.db, spaceRef, pageId, { limit: MAX_CONFIRMATIONS })
    const ids = rows.map(({ confirmedBy }) => confirmedBy)
    const person = await peopleById(ctx, ctx.db, ids)
    return {
      ...(await editOf(ctx, spaceRef, { pageId, at: editedAt })),
      confirmations: rows.map((row) => presentConfirmation(row, person)),
      changeRequests: changing.map(({ id, number, subject, status }) => ({ id, number, subject, status })),
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
