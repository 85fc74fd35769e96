import type { z } from 'zod'
import type { StructuredDocument } from '#contract/documents.ts'
import type { Page } from '#contract/pages.ts'
import { pageMetaLinks } from '#contract/pages.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { type Content, markdownOf, shownBodyOf, withReusables } from '../../content/read.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, listResponse, pageFromRows } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { withJson } from '../../response-json.ts'
import { presentNode, presentTree } from './page-tree.ts'
import { presentFile } from './present.ts'
import { documentResponse, withDocument } from './structured-document.ts'

type Format = 'document' | 'markdown' | undefined

/** A page by its id, with its text. @throws {DomainError} `not_found` */
export async function pageOf(ctx: Context, content: Content, id: string, format: Format): Promise<Page> {
  const node = content.tree.page(id)
  if (node === undefined) throw notFound('page', id)
  return withText(ctx, content, node, format)
}

/** A document or group by its path. @throws {DomainError} `not_found` */
export async function pageAt(ctx: Context, content: Content, pagePath: string, format: Format) {
  const path = pagePath.replace(/^\/+|\/+$/g, '')
  const node = content.tree.pageAt(path)
  const page = node === undefined ? undefined : await withText(ctx, content, node, format)
  if (page?.type !== 'document' && page?.type !== 'group') throw notFound('page', path)
  return page
}

/** A page with its text, as a structured document or by default as Markdown. */
export async function withText(
  ctx: Context,
  content: Content,
  node: PageNode,
  format: Format,
): Promise<Page> {
  const page = presentNode(node, ctx.urls, content.at.spaceId)
  if (page.type !== 'document') return page
  if (format === 'document') {
    return withDocument(page, await shownBodyOf(ctx.db, content, node.entry))
  }
  return { ...page, markdown: await markdownOf(ctx.db, content, node.entry) }
}

/** The text of a document page as a structured document. @throws {DomainError} `not_found` */
export async function pageDocumentOf(
  ctx: Context,
  content: Content,
  id: string,
  options: { readonly withReusables: boolean },
): Promise<StructuredDocument> {
  const node = content.tree.page(id)
  if (node?.entry.type !== 'document') throw notFound('page', id)
  const body = await shownBodyOf(ctx.db, content, node.entry)
  if (!options.withReusables) return documentResponse(body)
  const whole = await withReusables(ctx.db, content, body)
  return documentResponse((await content.shownText?.(whole, node.entry.variables)) ?? whole)
}

/** The links that a page sets for search engines. @throws {DomainError} `not_found` */
export function metaLinksOf({ tree }: Content, id: string): z.infer<typeof pageMetaLinks> {
  const node = tree.page(id)
  if (node === undefined) throw notFound('page', id)
  return pageMetaLinks.catch({}).parse(node.entry.metaLinks ?? {})
}

/** One page of the files of a revision, oldest first. */
export async function fileListOf(ctx: Context, content: Content, paging: Paging) {
  const files = [...(await content.files())].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const [after = ''] = paging.page === undefined ? [] : decodeCursor(paging.page, 1)
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const rows = files.filter((file) => keyOf(file) > String(after)).slice(0, limit === 0 ? 0 : limit + 1)
  const page = { ...pageFromRows(rows, limit, (file) => [keyOf(file)]), count: files.length }
  return listResponse(page, (file) => presentFile(file, ctx.urls, content.at.spaceId))
}

const keyOf = (file: { readonly createdAt: string; readonly id: string }) => `${file.createdAt} ${file.id}`

/** One file of a revision. @throws {DomainError} `not_found` */
export async function fileIn(ctx: Context, content: Content, id: string) {
  const file = (await content.files()).find((one) => one.id === id)
  if (file === undefined) throw notFound('file', id)
  return presentFile(file, ctx.urls, content.at.spaceId)
}

/** The page tree of a revision. */
export function pagesOf(ctx: Context, { tree, at }: Content): { pages: Page[] } {
  const { pages, json } = presentTree(tree, ctx.urls, at.spaceId)
  return withJson({ pages }, `{"pages":${json}}`)
}

/** The variables and tags of a revision. */
export async function variablesOf({ revision, variables, tags }: Content) {
  return { revision: revision.id, variables: { ...(await variables()) }, tags: [...(await tags())] }
}
