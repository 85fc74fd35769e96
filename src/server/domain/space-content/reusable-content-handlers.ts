import type { ContentChange } from '#contract/content-changes.ts'
import { DEFAULT_PAGE_SIZE } from '#contract/shared/paging.ts'
import { spaceContent } from '#contract/space-content.ts'
import { commit } from '../../content/commit.ts'
import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, listResponse, pageFromRows } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { presentReusable, reusableIn } from '../revision-content/reusable-contents.ts'
import { parseChanges, textIn } from './content-changes.ts'

export const spaceReusableContentHandlers = handle(spaceContent, {
  async reusableContents(ctx, { params: { spaceId }, query: { page, limit = DEFAULT_PAGE_SIZE } }) {
    const { reusables } = await contentOf(ctx.db, at(ctx, spaceId))
    const all = (await reusables()).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    const [after = ''] = page === undefined ? [] : decodeCursor(page, 1)
    const rows = all.filter((one) => keyOf(one) > String(after)).slice(0, limit === 0 ? 0 : limit + 1)
    return listResponse(
      { ...pageFromRows(rows, limit, (one) => [keyOf(one)]), count: all.length },
      presentReusable,
    )
  },

  async createReusableContent(ctx, { params: { spaceId }, body: { title, document } }) {
    const { reusables } = await apply(ctx, spaceId, { operation: 'insert_reusable_content', title, document })
    const [id = ''] = reusables.keys()
    return reusableIn(ctx, await contentOf(ctx.db, at(ctx, spaceId)), id)
  },

  async putReusableContent(ctx, { params: { spaceId, reusableContentId }, body }) {
    const change = { operation: 'update_reusable_content', reusableContent: reusableContentId } as const
    await reusableIn(ctx, await contentOf(ctx.db, at(ctx, spaceId)), reusableContentId)
    await apply(ctx, spaceId, { ...change, ...body })
    return reusableIn(ctx, await contentOf(ctx.db, at(ctx, spaceId)), reusableContentId)
  },

  async deleteReusableContent(ctx, { params: { spaceId, reusableContentId } }) {
    await reusableIn(ctx, await contentOf(ctx.db, at(ctx, spaceId)), reusableContentId)
    await apply(ctx, spaceId, { operation: 'delete_reusable_content', reusableContent: reusableContentId })
    return undefined
  },
})

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

const keyOf = ({ createdAt, id }: { readonly createdAt: string; readonly id: string }) => `${createdAt} ${id}`

/** Makes one change to a space live. */
async function apply(ctx: Context, spaceId: string, change: ContentChange) {
  const where = at(ctx, spaceId)
  const changes = await parseChanges(ctx, [change], textIn(ctx, where, undefined))
  const by = ctx.caller.userId
  return ctx.write((tx) => commit(tx, { ...where, changes, by, now: ctx.now(), newId: ctx.newId }))
}
