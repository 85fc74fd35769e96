import type { ContentChange } from '#contract/content-changes.ts'
import { spaceContent } from '#contract/space-content.ts'
import { commit } from '../../content/commit.ts'
import { contentOf } from '../../content/read.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import { reusableIn } from '../revision-content/reusable-contents.ts'
import { reusableListOf } from '../revision-content/reusable-list.ts'
import { reusableBacklinksOf } from '../space-links/reusable-backlinks.ts'
import { parseChanges, textIn } from './content-changes.ts'
import { pagesByReusable } from './queries.ts'

export const spaceReusableContentHandlers = handle(spaceContent, {
  async reusableContents(ctx, { params: { spaceId }, query }) {
    const list = await reusableListOf(ctx, await contentOf(ctx.db, at(ctx, spaceId)), query)
    const ids = list.items.map(({ id }) => id)
    const pages = await pagesByReusable(ctx.db, at(ctx, spaceId), ids)
    return { ...list, items: list.items.map((one) => ({ ...one, pages: pages.get(one.id) ?? 0 })) }
  },

  async reusableContentBacklinks(ctx, { params: { spaceId, reusableContentId }, query }) {
    const content = await contentOf(ctx.db, at(ctx, spaceId))
    return reusableBacklinksOf(ctx, { content }, reusableContentId, query)
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

/** Makes one change to a space live. */
async function apply(ctx: Context, spaceId: string, change: ContentChange) {
  const where = at(ctx, spaceId)
  const changes = await parseChanges(ctx, [change], textIn(ctx, where, undefined))
  const by = ctx.caller.userId
  return ctx.write((tx) => commit(tx, { ...where, changes, by, now: ctx.now(), newId: ctx.newId }))
}
