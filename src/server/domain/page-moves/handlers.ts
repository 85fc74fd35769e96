import type { PageMove, PageMovePreview } from '#contract/page-moves.ts'
import { spaceContent } from '#contract/space-content.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { contentOf } from '../../content/read.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { requestsChanging } from '../change-requests/requests-changing.ts'
import { sitePage } from '../sites/queries.ts'
import { visibleSpace } from '../spaces/queries.ts'
import { contentOfBoth, type MoveResult, movePages } from './move.ts'
import { planMove } from './plan.ts'
import { countComments, pagesLinkedFrom, variablesShownOn } from './queries.ts'
import { readAheadOfMove, subtreeOf } from './subtree.ts'
import { expectCanEditTarget } from './target.ts'

export const pageMoveHandlers = handle(spaceContent, {
  async previewPageMove(ctx, { params: { spaceId, pageId }, query: { space } }): Promise<PageMovePreview> {
    const from = refOf(ctx, spaceId)
    await expectCanEditTarget(ctx.db, ctx, { from: spaceId, to: space, path: 'query' })
    const [source, target] = await contentOfBoth(ctx.db, from, space)
    const pages = subtreeOf(source, pageId)
    const ids = pages.map(({ entry }) => entry.id)
    const { newId, urls } = ctx
    const plan = await planMove(ctx.db, { source, target, pages, into: null, baseUrl: urls.base, newId })
    const linked = (await pagesLinkedFrom(ctx.db, from, ids)).filter(plan.map.isLeftBehind)
    const there = await target.variables()
    const shown = await variablesShownOn(ctx.db, from, ids)
    const changing = await requestsChanging(ctx.db, from, ids)
    return {
      object: 'page-move-preview',
      pages: pages.length,
      files: plan.files,
      reusableContents: plan.reusables,
      linkingPages: plan.inSource.replaced.length,
      linkedPages: linked.length,
      comments: await countComments(ctx.db, from, ids),
      openChangeRequests: changing.map(({ number, subject }) => ({ number, subject })),
      missingVariables: shown.filter((name) => !Object.hasOwn(there, name)),
      sites: await sitesWithout(ctx, spaceId, space),
    }
  },

  async movePageToSpace(ctx, { params: { spaceId, pageId }, body }): Promise<PageMove> {
    const from = refOf(ctx, spaceId)
    const { space: toSpaceId, into = null, at, base } = body
    await readAheadOfMove(ctx.db, from, pageId)
    return ctx.write(async (tx) => {
      await expectCanEditTarget(tx, ctx, { from: spaceId, to: toSpaceId, path: 'body' })
      const result = await movePages(tx, ctx, { from, toSpaceId, pageId, into, at, base })
      const move = await present(tx, ctx, { from, toSpaceId }, result)
      const source = await visibleSpace(tx, viewerOf(ctx), spaceId)
      await recordAuditEvents(tx, ctx, {
        action: 'space.move-page',
        target: { type: 'space', id: spaceId, label: source.title },
        before: { space: spaceId, page: pageId, path: result.page.path },
        after: {
          space: toSpaceId,
          spaceTitle: move.space.title,
          page: move.page.id,
          pageTitle: move.page.title,
          path: move.page.path ?? null,
          pages: move.pages,
        },
      })
      return move
    })
  },
})

const refOf = (ctx: Context, spaceId: string): SpaceRef => ({
  organizationId: ctx.access.organizationId,
  spaceId,
})

async function present(
  tx: Tx,
  ctx: Context,
  { from, toSpaceId }: { readonly from: SpaceRef; readonly toSpaceId: string },
  { page, pageId, pages, revisions, index }: MoveResult,
): Promise<PageMove> {
  const { title, emoji } = await visibleSpace(tx, viewerOf(ctx), toSpaceId)
  const node = (await contentOf(tx, { ...from, spaceId: toSpaceId })).tree.page(pageId)
  return {
    object: 'page-move',
    page: { id: pageId, title: page.entry.title, ...(node?.path ? { path: node.path } : {}) },
    pages,
    space: { id: toSpaceId, title, ...(emoji === null ? {} : { emoji }) },
    revision: revisions.target,
    previous: {
      space: from.spaceId,
      page: page.entry.id,
      revision: revisions.source,
      into: page.parent,
      at: index,
    },
  }
}

const MAX_SITES = 200

/** The sites that show one space but not the other. */
async function sitesWithout(ctx: Context, spaceId: string, other: string): Promise<PageMovePreview['sites']> {
  const sitesOf = async (space: string) =>
    (await sitePage(ctx.db, viewerOf(ctx), { space }, { limit: MAX_SITES })).rows
  const both = new Set((await sitesOf(other)).map(({ id }) => id))
  return (await sitesOf(spaceId)).flatMap(({ id, title }) => (both.has(id) ? [] : [{ id, title }]))
}
