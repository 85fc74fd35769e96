import { type ChangeRequestSeen, changeRequestsSeen } from '#contract/change-request-seen.ts'
import { pagesChangedBy } from '../../content/merge-order.ts'
import { objectsOf } from '../../content/objects.ts'
import { revisionAt } from '../../content/revision-rows.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { changeRequestOf } from '../change-requests/queries.ts'
import { lockSeen, type SeenRef, type SeenRow, seenBy, writeSeen } from './queries.ts'

/** Pages remembered per request and person. */
const MAX_SEEN_PAGES = 5000

type Params = { readonly spaceId: string; readonly changeRequestId: string }

export const changeRequestSeenHandlers = handle(changeRequestsSeen, {
  async get(ctx, { params }) {
    const { ref, revision } = await loadSeenRef(ctx, ctx.db, params)
    const row = await seenBy(ctx.db, ref)
    if (row === undefined) return unseen
    return present(row, await unchanged(ctx, ctx.db, ref, row.pages, { since: row.pagesRevision, revision }))
  },

  async mark(ctx, { params, body }) {
    return ctx.write(async (tx) => {
      const { ref, revision } = await loadSeenRef(ctx, tx, params)
      if (body.revision !== undefined) await revisionAt(tx, ref, body.revision)
      const row = await lockSeen(tx, ref)
      const removed = new Set([...(body.removedPages ?? []), ...(body.addedPages ?? [])])
      const stored = await unchanged(ctx, tx, ref, row.pages, { since: row.pagesRevision, revision })
      // Someone may have changed a page between the moment it was read and this request.
      const { viewedRevision: since = revision } = body
      const added = await unchanged(ctx, tx, ref, [...new Set(body.addedPages ?? [])], { since, revision })
      const pages = [...stored.filter((page) => !removed.has(page)), ...added].slice(-MAX_SEEN_PAGES)
      const now = {
        ...(body.revision === undefined ? row : { revision: body.revision, seenAt: ctx.now() }),
        pages,
        pagesRevision: revision,
      }
      await writeSeen(tx, ref, now)
      return present(now, pages)
    })
  },
})

const unseen: ChangeRequestSeen = { object: 'change-request-seen', pages: [] }

async function loadSeenRef(ctx: Context, db: Context['db'] | Tx, { spaceId, changeRequestId }: Params) {
  const spaceRef = { organizationId: ctx.access.organizationId, spaceId }
  const { id, revision } = await changeRequestOf(db, spaceRef, changeRequestId)
  return { ref: { ...spaceRef, changeRequestId: id, userId: ctx.caller.userId }, revision }
}

type Revisions = { readonly since: string | null; readonly revision: string }

/** Those of the pages that are the same in two revisions. */
async function unchanged(
  ctx: Context,
  db: Context['db'] | Tx,
  ref: SeenRef,
  pages: readonly string[],
  { since, revision }: Revisions,
): Promise<readonly string[]> {
  if (pages.length === 0 || since === null || since === revision) return pages
  const [then, now] = [await revisionAt(db, ref, since), await revisionAt(db, ref, revision)]
  const objects = objectsOf(ctx.db, ref.organizationId)
  const changed = await pagesChangedBy(objects, {
    id: ref.changeRequestId,
    base: then.root,
    ours: now.root,
  })
  return pages.filter((page) => !changed.has(page))
}

const present = ({ revision, seenAt }: SeenRow, pages: readonly string[]): ChangeRequestSeen => ({
  object: 'change-request-seen',
  ...(revision === null ? {} : { revision }),
  ...(seenAt === null ? {} : { seenAt: seenAt.toISOString() }),
  pages: [...pages],
})
