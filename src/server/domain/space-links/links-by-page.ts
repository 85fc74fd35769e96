import type { LinksByPage, PageLink } from '#contract/content-links.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { LinkKind } from '#markup/links.ts'
import { isRemovable } from '#markup/remove-links.ts'
import type { PageEntry } from '../../content/entries.ts'
import { indexedParts } from '../../content/indexed-parts.ts'
import { formerPagesAt } from '../../content/link-rows.ts'
import { bodiesOf, type Content, contentOf } from '../../content/read.ts'
import type { TextParts } from '../../content/texts.ts'
import type { Context } from '../../context.ts'
import { checkedSpaces } from './checked-spaces.ts'
import {
  type LinkOccurrence,
  type LinkSelection,
  linkingPagesOf,
  linksOnPages,
  type Overlay,
} from './link-queries.ts'
import { headOverlay } from './links.ts'
import type { Version } from './locations.ts'
import { type Candidates, nearHeadings, pathOfLink, suggestionsFor } from './suggestions.ts'

type LinkOptions = Pick<LinkSelection, 'status' | 'brokenContext'> & {
  readonly paging: Paging
  readonly version?: (Version & { readonly overlay: Overlay }) | undefined
}

/** The links of a space by page, each with its text, and suggestions for broken ones. */
export async function linksByPage(
  ctx: Context,
  spaceId: string,
  { paging, version, ...selection }: LinkOptions,
): Promise<LinksByPage> {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const content = version?.content ?? (await contentOf(ctx.db, at))
  const overlay = version?.overlay ?? headOverlay(content)
  const spaces = await checkedSpaces(ctx, at.organizationId, [spaceId], overlay.links)
  const query = { ...selection, base: ctx.urls.base, spaces }
  const page = await linkingPagesOf(ctx.db, at, overlay, query, paging)
  const ids = page.rows.map(({ page: id }) => id)
  const links = await linksOnPages(ctx.db, at, overlay, query, ids)
  const entries = ids.flatMap((id) => content.tree.page(id)?.entry ?? [])
  const texts = await textsOf(ctx, content, [...entries, ...targetsWithout(links, content)])
  const broken = links.filter(({ missing }) => missing === 'target')
  const movedPages = await formerPagesAt(ctx.db, at, [
    ...new Set(broken.map((link) => pathOfLink(urlOf(link)))),
  ])
  const candidates = { tree: content.tree, files: await content.files(), movedPages }
  const byPage = Map.groupBy(links, ({ pageId }) => pageId)
  const items = entries.map((entry) => ({
    page: pageOf(entry, content),
    links: (byPage.get(entry.id) ?? []).map((link) => presentLink(link, texts, candidates)),
  }))
  return { ...(page.next ? { next: page.next } : {}), count: page.count, items }
}

const pageOf = ({ id, title, emoji }: PageEntry, { tree }: Content) => ({
  id,
  title,
  path: tree.page(id)?.path ?? '',
  ...(emoji === undefined ? {} : { emoji }),
})

type Texts = ReadonlyMap<string, TextParts>

async function textsOf(ctx: Context, { at }: Content, entries: readonly PageEntry[]): Promise<Texts> {
  const bodies = await bodiesOf(ctx.db, at.organizationId, entries)
  const texts = new Map<string, TextParts>()
  for (const [id, body] of bodies) texts.set(id, await indexedParts(body))
  return texts
}

/** The pages whose headings are needed, because a link asks for a missing anchor. */
const targetsWithout = (links: readonly LinkOccurrence[], { tree }: Content): PageEntry[] =>
  links.flatMap(({ missing, targetId, pageId }) =>
    missing === 'anchor' ? (tree.page(targetId ?? pageId)?.entry ?? []) : [],
  )

function presentLink(link: LinkOccurrence, texts: Texts, candidates: Candidates): PageLink {
  const { ordinal, status, missing, kind, targetId, pageId } = link
  const source = ordinal === null ? undefined : texts.get(pageId)?.links[ordinal]
  const url = source?.url ?? urlOf(link)
  const title = kind === 'page' ? candidates.tree.page(targetId ?? '')?.entry.title : undefined
  const common = {
    ...(ordinal === null ? {} : { index: ordinal }),
    url,
    text: source?.text ?? '',
    usage: usageOf(source?.kind),
    status,
    ...(missing === null ? {} : { missing }),
    ...(title === undefined ? {} : { title }),
    removable: source !== undefined && isRemovable(source),
  }
  if (status !== 'broken') return common
  const { text } = common
  if (missing === 'anchor') {
    const sections = texts.get(targetId ?? pageId)?.sections ?? []
    return { ...common, suggestions: nearHeadings({ url, text, page: targetId ?? pageId }, sections) }
  }
  const broken = {
    url,
    text,
    usage: common.usage,
    kind: kind === 'page' || kind === 'file' ? kind : ('path' as const),
  }
  return { ...common, suggestions: suggestionsFor(broken, candidates) }
}

/** A content reference is a link with a title and an icon. */
const usageOf = (kind: LinkKind = 'link'): PageLink['usage'] => (kind === 'content-ref' ? 'link' : kind)

/** The URL as a text contains it. */
function urlOf({ kind, targetId, anchor, url }: LinkOccurrence): string {
  const hash = anchor === null ? '' : `#${anchor}`
  if (kind === 'page' || kind === 'file') return `/${kind}s/${targetId}${hash}`
  return kind === 'anchor' ? hash : (url ?? '')
}
