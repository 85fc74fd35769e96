import type { Link } from '#contract/content-links.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { indexedParts } from '../../content/indexed-parts.ts'
import { decodedAnchor } from '../../content/link-rows.ts'
import { bodiesOf, bodyOf, type Content, contentOf } from '../../content/read.ts'
import { anchorsIn, type LinkTarget, type TextParts, targetOf } from '../../content/texts.ts'
import type { Context } from '../../context.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { presentChangeRequest } from '../change-requests/present.ts'
import type { LinkRow } from '../space-links/link-queries.ts'
import { locationsIn } from '../space-links/locations.ts'
import type { RequestContent } from './request-content.ts'

/** The links of a page in a change request, one row per target, in the order of first mention. */
export async function pageLinksOf(
  ctx: Context,
  { request, content }: RequestContent,
  pageId: string,
  paging: Paging,
) {
  const rows = await linkRows(ctx, content, pageId)
  const broken = rows.filter(({ status }) => status === 'broken')
  const head = await contentOf(ctx.db, content.at)
  const byRequest = broken.filter(({ kind, targetId }) => kind === 'page' && head.tree.page(targetId ?? ''))
  const [after = ''] = paging.page === undefined ? [] : decodeCursor(paging.page, 1)
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const remaining = rows
    .filter(({ position }) => position > String(after))
    .slice(0, limit === 0 ? 0 : limit + 1)
  const page = pageFromRows(remaining, limit, ({ position }) => [position])
  const context = { type: 'changeRequest' as const, changeRequest: await presentChangeRequest(ctx, request) }
  const locations = await locationsIn(ctx, content.at.spaceId, { content, context })
  const targetOf = await locations.targetsOf(page.rows)
  const items = page.rows.map((row): Link => {
    const target = targetOf(row)
    return {
      status: row.status,
      ...(row.status === 'broken' ? { missing: row.noAnchor ? 'anchor' : 'target' } : {}),
      relation: 'reference',
      ...(target === undefined ? {} : { targetReference: target }),
      locationReferences: row.pages.flatMap((id) => locations.page(id) ?? []),
    }
  })
  const stats = { total: rows.length, broken: { total: broken.length, changeRequest: byRequest.length } }
  return { ...(page.next ? { next: page.next } : {}), count: rows.length, items, stats }
}

async function linkRows(ctx: Context, content: Content, pageId: string): Promise<LinkRow[]> {
  const node = content.tree.page(pageId)
  if (node === undefined) throw notFound('page', pageId)
  const text = await bodyOf(ctx.db, content.at.organizationId, node.entry)
  const parts = await indexedParts(text)
  const anchors = await anchorsOfTargets(ctx, content, parts)
  anchors.set(pageId, anchorsIn(text, parts))
  const files = new Set((await content.files()).map(({ id }) => id))
  const rows = new Map<string, LinkRow>()
  for (const [index, { url }] of parts.links.entries()) {
    const target = targetOf(url)
    const key = JSON.stringify({ ...target })
    const state = linkStateOf(target, { content, files, base: ctx.urls.base, anchors, pageId })
    if (rows.has(key)) continue
    rows.set(key, {
      kind: target.kind,
      targetId: 'id' in target ? target.id : null,
      anchor: 'anchor' in target ? (target.anchor ?? null) : null,
      url: 'url' in target ? target.url : null,
      ...state,
      pages: [pageId],
      position: String(index).padStart(7, '0'),
    })
  }
  return [...rows.values()]
}

/** The anchors of the pages that these links go to, for links with an anchor. */
async function anchorsOfTargets(ctx: Context, content: Content, { links }: TextParts) {
  const entries = links.flatMap(({ url }) => {
    const target = targetOf(url)
    if (target.kind !== 'page' || target.anchor === undefined) return []
    return content.tree.page(target.id)?.entry ?? []
  })
  const texts = await bodiesOf(ctx.db, content.at.organizationId, entries)
  const anchors = new Map<string, ReadonlySet<string>>()
  for (const [id, text] of texts) anchors.set(id, anchorsIn(text, await indexedParts(text)))
  return anchors
}

type LinkContext = {
  readonly content: Content
  readonly files: ReadonlySet<string>
  readonly base: string
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>
  /** The page that contains the link. */
  readonly pageId: string
}

function linkStateOf(target: LinkTarget, context: LinkContext): Pick<LinkRow, 'status' | 'noAnchor'> {
  const { content, files, base } = context
  if (target.kind === 'unresolved') return { status: 'broken' }
  if (target.kind === 'page' && content.tree.page(target.id) === undefined) return { status: 'broken' }
  if (target.kind === 'page' || target.kind === 'anchor')
    return isAnchorThere(target, context) ? { status: 'ok' } : { status: 'broken', noAnchor: true }
  if (target.kind === 'file') return { status: files.has(target.id) ? 'ok' : 'broken' }
  const url = 'url' in target ? target.url : ''
  return { status: url === base || url.startsWith(`${base}/`) ? 'in-app' : 'ok' }
}

/** Browsers handle `#top` and text fragments (`:~:`) without an anchor on the page. */
function isAnchorThere(
  target: Extract<LinkTarget, { kind: 'page' | 'anchor' | 'file' }>,
  { anchors, pageId }: LinkContext,
): boolean {
  const anchor = decodedAnchor(target.anchor ?? '')
  if (anchor === '' || anchor === 'top' || anchor.startsWith(':~:')) return true
  return anchors.get(target.kind === 'page' ? target.id : pageId)?.has(anchor) ?? false
}
