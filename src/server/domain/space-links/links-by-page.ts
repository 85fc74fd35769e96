import type { LinksByPage, PageLink } from '#contract/content-links.ts'
import type { Paging } from '#contract/shared/paging.ts'
import { isRemovable } from '#markup/remove-links.ts'
import type { PageEntry } from '../../content/entries.ts'
import { formerPagesAt } from '../../content/link-rows.ts'
import { bodiesOf, type Content, contentOf } from '../../content/read.ts'
import { partsOf, type TextParts } from '../../content/texts.ts'
import type { Context } from '../../context.ts'
import {
  type LinkSelection,
  linkingPagesOf,
  linksOnPages,
  type Overlay,
  type StandingLink,
} from './link-queries.ts'
import { headOverlay } from './links.ts'
import type { Version } from './locations.ts'
import { type Candidates, nearHeadings, pathOfLink, suggestionsFor } from './suggestions.ts'

type Asked = Pick<LinkSelection, 'status' | 'brokenContext'> & {
  readonly paging: Paging
  readonly version?: (Version & { readonly overlay: Overlay }) | undefined
}

/** The links of a space page by page, each with its words, and what those that lead to nothing may have meant. */
export async function linkPlacesOf(
  ctx: Context,
  spaceId: string,
  { paging, version, ...selection }: Asked,
): Promise<LinksByPage> {
  const at = { organizationId: ctx.access.organizationId, spaceId }
  const content = version?.content ?? (await contentOf(ctx.db, at))
  const overlay = version?.overlay ?? headOverlay(content)
  const wanted = { ...selection, base: ctx.urls.base }
  const page = await linkingPagesOf(ctx.db, at, overlay, wanted, paging)
  const ids = page.rows.map(({ page: id }) => id)
  const links = await linksOnPages(ctx.db, at, overlay, wanted, ids)
  const entries = ids.flatMap((id) => content.tree.page(id)?.entry ?? [])
  const texts = await textsOf(ctx, content, [...entries, ...targetsWithout(links, content)])
  const lost = links.filter(({ missing }) => missing === 'target')
  const left = await formerPagesAt(ctx.db, at, [...new Set(lost.map((link) => pathOfLink(urlOf(link))))])
  const candidates = { tree: content.tree, files: await content.files(), left }
  const byPage = Map.groupBy(links, ({ pageId }) => pageId)
  const items = entries.map((entry) => ({
    page: pageOf(entry, content),
    links: (byPage.get(entry.id) ?? []).map((link) => placed(link, texts, candidates)),
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
  return new Map([...bodies].map(([id, body]) => [id, partsOf(body)]))
}

/** Pages whose headings are looked through, since a link asks for one that is not there. */
const targetsWithout = (links: readonly StandingLink[], { tree }: Content): PageEntry[] =>
  links.flatMap(({ missing, targetId, pageId }) =>
    missing === 'anchor' ? (tree.page(targetId ?? pageId)?.entry ?? []) : [],
  )

function placed(link: StandingLink, texts: Texts, candidates: Candidates): PageLink {
  const { ordinal, status, missing, kind, targetId, pageId } = link
  const written = ordinal === null ? undefined : texts.get(pageId)?.links[ordinal]
  const url = written?.url ?? urlOf(link)
  const title = kind === 'page' ? candidates.tree.page(targetId ?? '')?.entry.title : undefined
  const common = {
    ...(ordinal === null ? {} : { index: ordinal }),
    url,
    text: written?.text ?? '',
    status,
    ...(missing === null ? {} : { missing }),
    ...(title === undefined ? {} : { title }),
    removable: written !== undefined && isRemovable(written),
  }
  if (status !== 'broken') return common
  const { text } = common
  if (missing === 'anchor') {
    const sections = texts.get(targetId ?? pageId)?.sections ?? []
    return { ...common, suggestions: nearHeadings({ url, text, page: targetId ?? pageId }, sections) }
  }
  const lost = { url, text, kind: kind === 'page' || kind === 'file' ? kind : ('path' as const) }
  return { ...common, suggestions: suggestionsFor(lost, candidates) }
}

/** As the text has it; for those of fields as a text would. */
function urlOf({ kind, targetId, anchor, url }: StandingLink): string {
  const hash = anchor === null ? '' : `#${anchor}`
  if (kind === 'page' || kind === 'file') return `/${kind}s/${targetId}${hash}`
  return kind === 'anchor' ? hash : (url ?? '')
}
