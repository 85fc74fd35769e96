import type { Link } from '#contract/content-links.ts'
import { spaceLinks } from '#contract/content-links.ts'
import type { Page } from '#contract/pages.ts'
import { spaceContent } from '#contract/space-content.ts'
import { commit } from '../../content/commit.ts'
import { fileOf } from '../../content/files.ts'
import { type Content, contentOf, markdownOf, movedTo } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { withJson } from '../../prepared.ts'
import { appliedOf, changesGiven } from './given-changes.ts'
import { locationsIn } from './locations.ts'
import { presentNode, presentTree } from './page-tree.ts'
import { presentFile, presentRevision } from './present.ts'
import { filePage, type LinkStatus, linkingPages, linkPage } from './queries.ts'

type Query = {
  readonly page?: string | undefined
  readonly limit?: number | undefined
  readonly status?: LinkStatus | undefined
}

export const spaceContentHandlers = handle(spaceContent, {
  async get(ctx, { params: { spaceId } }) {
    const content = await contentIn(ctx, spaceId)
    const { pages, json } = presentTree(content.tree, ctx.urls, spaceId)
    const files = (await content.files()).map((file) => presentFile(file, ctx.urls, spaceId))
    const rest = { ...presentRevision(content.revision, ctx.urls, spaceId), files, reusableContents: [] }
    return withJson({ ...rest, pages }, `${JSON.stringify(rest).slice(0, -1)},"pages":${json}}`)
  },

  async pages(ctx, { params: { spaceId } }) {
    const { tree } = await contentIn(ctx, spaceId)
    const { pages, json } = presentTree(tree, ctx.urls, spaceId)
    return withJson({ pages }, `{"pages":${json}}`)
  },

  async page(ctx, { params: { spaceId, pageId }, query: { format } }) {
    const content = await contentIn(ctx, spaceId)
    const node = content.tree.page(pageId)
    if (node === undefined) throw notFound('page', pageId)
    return withText(ctx, content, node, format)
  },

  async pageByPath(ctx, { params: { spaceId, pagePath }, query: { format } }) {
    const content = await contentIn(ctx, spaceId)
    const path = pagePath.replace(/^\/+|\/+$/g, '')
    const node = content.tree.pageAt(path) ?? (await movedNode(ctx, content, path))
    if (node === undefined) throw notFound('page', path)
    const page = await withText(ctx, content, node, format)
    if (page.type !== 'document' && page.type !== 'group') throw notFound('page', path)
    return page
  },

  async files(ctx, { params: { spaceId }, query }) {
    const { rows, next, count } = await filePage(ctx.db, at(ctx, spaceId), query)
    const items = rows.map((file) => presentFile(file, ctx.urls, spaceId))
    return { ...(next ? { next } : {}), count, items }
  },

  async file(ctx, { params: { spaceId, fileId } }) {
    return presentFile(await fileOf(ctx.db, at(ctx, spaceId), fileId), ctx.urls, spaceId)
  },

  async fileBacklinks(ctx, { params: { spaceId, fileId }, query }) {
    await fileOf(ctx.db, at(ctx, spaceId), fileId)
    const target = { kind: 'file', id: fileId } as const
    const { rows, next, count } = await linkingPages(ctx.db, at(ctx, spaceId), target, query)
    const locations = await locationsIn(ctx, spaceId)
    const items = rows.flatMap(({ page }) => locations.page(page) ?? [])
    return { ...(next ? { next } : {}), count, items }
  },

  async pageLinks(ctx, { params: { spaceId, pageId }, query }) {
    const { tree } = await contentIn(ctx, spaceId)
    if (tree.page(pageId) === undefined) throw notFound('page', pageId)
    return linksOf(ctx, spaceId, query, pageId)
  },

  async edit(ctx, { params: { spaceId }, body }) {
    const { organizationId } = ctx.access
    const changes = await changesGiven(ctx, body.changes)
    const done = await ctx.write((tx) =>
      commit(tx, {
        organizationId,
        spaceId,
        base: body.base,
        changes,
        by: ctx.caller.userId,
        now: ctx.now(),
        newId: ctx.newId,
      }),
    )
    const insertedFiles = done.files.map(({ ref, ...file }) => ({
      ...(ref === undefined ? {} : { ref }),
      file: presentFile(file, ctx.urls, spaceId),
    }))
    return {
      revision: done.revision,
      changes: appliedOf(done.changes, ctx.urls, spaceId),
      ...(insertedFiles.length === 0 ? {} : { insertedFiles }),
    }
  },
})

export const spaceLinkHandlers = handle(spaceLinks, {
  async list(ctx, { params: { spaceId }, query }) {
    return linksOf(ctx, spaceId, query)
  },
})

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

const contentIn = (ctx: Context, spaceId: string): Promise<Content> => contentOf(ctx.db, at(ctx, spaceId))

async function movedNode(ctx: Context, content: Content, path: string): Promise<PageNode | undefined> {
  const now = await movedTo(ctx.db, content.at, path)
  return now === null ? undefined : content.tree.pageAt(now)
}

/** The text is there as Markdown; asked for as a structured document it is left out. */
async function withText(
  ctx: Context,
  content: Content,
  node: PageNode,
  format: 'document' | 'markdown' | undefined,
): Promise<Page> {
  const page = presentNode(node, ctx.urls, content.at.spaceId)
  if (page.type !== 'document' || format === 'document') return page
  return { ...page, markdown: await markdownOf(ctx.db, content, node.entry) }
}

async function linksOf(ctx: Context, spaceId: string, query: Query, pageId?: string) {
  const selection = { pageId, status: query.status, base: ctx.urls.base }
  const { rows, next, count, total, broken } = await linkPage(ctx.db, at(ctx, spaceId), selection, query)
  const locations = await locationsIn(ctx, spaceId)
  const items: Link[] = []
  for (const row of rows) {
    const target = await locations.target(row)
    items.push({
      status: row.status,
      relation: 'reference',
      ...(target === undefined ? {} : { targetReference: target }),
      locationReferences: row.pages.flatMap((page) => locations.page(page) ?? []),
    })
  }
  return { ...(next ? { next } : {}), count, items, stats: { total, broken: { total: broken } } }
}
