import type { Location } from '#contract/content-links.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { objectsOf } from '../../content/objects.ts'
import { readRoot } from '../../content/page-tree.ts'
import { pageContents } from '../../content/projection.ts'
import type { Content } from '../../content/read.ts'
import { headOf } from '../../content/revision-rows.ts'
import { targetOf } from '../../content/texts.ts'
import { diffTrees } from '../../content/tree-diff.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import { fileIn } from '../revision-content/reading.ts'
import { fieldLinksIn } from '../space-links/field-links.ts'
import { locationsIn } from '../space-links/locations.ts'
import { pagesLinkingTo } from './queries.ts'
import type { RequestContent } from './request-content.ts'

/** The pages that use a file in a change request. @throws {DomainError} `not_found` */
export async function fileBacklinksOf(ctx: Context, subject: RequestContent, fileId: string, paging: Paging) {
  await fileIn(ctx, subject.content, fileId)
  return backlinksOf(ctx, subject, { kind: 'file', id: fileId }, paging)
}

/** The pages that link to a page in a change request, in their text or a field. @throws {DomainError} `not_found` */
export async function pageBacklinksOf(ctx: Context, subject: RequestContent, pageId: string, paging: Paging) {
  if (subject.content.tree.page(pageId) === undefined) throw notFound('page', pageId)
  return backlinksOf(ctx, subject, { kind: 'page', id: pageId }, paging)
}

type Target = { readonly kind: 'file' | 'page'; readonly id: string }

async function backlinksOf(
  ctx: Context,
  { request, content }: RequestContent,
  target: Target,
  paging: Paging,
) {
  const ids = await pagesUsing(ctx, content, target)
  const [after = ''] = paging.page === undefined ? [] : decodeCursor(paging.page, 1)
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const remaining = ids.filter((id) => id > String(after)).slice(0, limit === 0 ? 0 : limit + 1)
  const page = pageFromRows(remaining, limit, (id) => [id])
  const context = { type: 'changeRequest' as const, changeRequest: await presentChangeRequest(ctx, request) }
  const locations = await locationsIn(ctx, content.at.spaceId, { content, context })
  const items: Location[] = page.rows.flatMap((id) => locations.page(id) ?? [])
  return { ...(page.next ? { next: page.next } : {}), count: ids.length, items }
}

/** The pages of the space's head whose text the request left unchanged, and those whose text it wrote. */
async function pagesUsing(ctx: Context, { at, revision, tree }: Content, wanted: Target): Promise<string[]> {
  const objects = objectsOf(ctx.db, at.organizationId)
  const [head, own] = [await headOf(ctx.db, at), await readRoot(objects, revision.root)]
  const using = new Set(await pagesLinkingTo(ctx.db, at, wanted))
  const { pages } = await diffTrees(objects, await readRoot(objects, head.root), own)
  const rewritten = [...pages.values()].filter(
    ({ before, after }) => before?.entry.body !== after?.entry.body,
  )
  for (const { before } of rewritten) if (before !== null) using.delete(before.entry.id)
  for (const [id, { after }] of pages) if (after === null) using.delete(id)
  const entries = rewritten.flatMap(({ after }) => (after === null ? [] : [after.entry]))
  for (const { entry, urls } of await pageContents(objects, entries)) {
    const isUsed = urls.some((url) => {
      const target = targetOf(url)
      return target.kind === wanted.kind && target.id === wanted.id
    })
    if (isUsed) using.add(entry.id)
  }
  for (const { kind, target_id, page_id } of fieldLinksIn(tree, at.spaceId))
    if (kind === wanted.kind && target_id === wanted.id) using.add(page_id)
  return [...using].sort()
}
