import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete'
import { type PageIndex, pageAncestors } from '../../components/page-text/page-index.ts'
import { labels } from '../../lib/labels.ts'
import { isInCode } from './code-position.ts'
import { type LinkUsage, NO_USAGE } from './link-usage.ts'
import type { PageOfOtherSpace } from './other-pages.ts'

/** Where the link menu finds pages. */
export type PageSources = {
  readonly pages: () => PageIndex
  readonly linkUsage: () => Promise<LinkUsage>
  /** A page of the space was picked. */
  readonly onLinkPage: (pageId: string) => void
  /** Pages of other spaces that match, best match first. */
  readonly searchOtherPages: (query: string, signal: AbortSignal) => Promise<readonly PageOfOtherSpace[]>
}

/** Behind `[[`, in the URL of a Markdown link, and in the URL of a card. */
const PAGE_LINK_PATTERNS = [/\[\[([^\]\n]*)$/, /\]\((\/?[^)\s:]*)$/, /\{% content-ref url="([^"\n]*)$/]

/** The page that is being linked before the cursor. */
type LinkQuery = { readonly text: string; readonly from: number; readonly isBare: boolean }

function linkQueryAt({ state, pos }: CompletionContext): LinkQuery | null {
  const line = state.doc.lineAt(pos)
  const before = line.text.slice(0, pos - line.from)
  const isBare = PAGE_LINK_PATTERNS[0]?.test(before) === true
  const text = PAGE_LINK_PATTERNS.map((pattern) => pattern.exec(before)?.[1]).find((one) => one !== undefined)
  if (text === undefined || isInCode(state, pos)) return null
  return { text, from: pos - text.length - (isBare ? 2 : 0), isBare }
}

/** Pages of the space. */
export async function completePages(
  context: CompletionContext,
  { pages, linkUsage, onLinkPage }: Omit<PageSources, 'searchOtherPages'>,
): Promise<CompletionResult | null> {
  const query = linkQueryAt(context)
  if (query === null) return null
  const matches = searchPages(pages(), query.text, await linkUsage())
  if (matches.length === 0) return null
  const options = matches.map((page) => pageOption(page, query.isBare, () => onLinkPage(page.id)))
  return { from: query.from, filter: false, options }
}

/** Shorter texts match too many pages of an organization. */
export const MIN_QUERY_LENGTH = 2
const DEBOUNCE_MS = 200

/** Pages of other spaces, grouped by space below those of this one. */
export async function completeOtherPages(
  context: CompletionContext,
  { searchOtherPages }: Pick<PageSources, 'searchOtherPages'>,
): Promise<CompletionResult | null> {
  const query = linkQueryAt(context)
  const words = query?.text.replace(/^\//, '').trim() ?? ''
  if (query === null || words.length < MIN_QUERY_LENGTH) return null
  const aborted = new AbortController()
  context.addEventListener('abort', () => aborted.abort(), { onDocChange: true })
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  if (aborted.signal.aborted) return null
  // Without an answer, the menu still has the pages of this space.
  const matches = await searchOtherPages(words, aborted.signal).catch(() => [])
  if (matches.length === 0) return null
  const spaces = [...new Set(matches.map(({ space }) => space))]
  const options = matches.map((page) => ({
    ...pageOption(page, query.isBare),
    section: { name: page.space, rank: spaces.indexOf(page.space) },
  }))
  return { from: query.from, filter: false, options }
}

const pageOption = (page: LinkedPage, isBare: boolean, onPick?: () => void): Completion => ({
  label: page.title,
  detail: page.path,
  apply: (view, completion, from, to) => {
    const following = view.state.sliceDoc(to, to + 2)
    const end = isBare && following === ']]' ? to + 2 : to
    const insert = isBare ? markdownLink(page) : page.address
    view.dispatch({
      ...insertCompletionText(view.state, insert, from, end),
      annotations: pickedCompletion.of(completion),
    })
    onPick?.()
  },
})

/** A page in the link menu. */
type LinkedPage = {
  readonly title: string
  /** Titles of the ancestors; empty at the root. */
  readonly path: string
  /** The link target in Markdown; the server stores the link by page id. */
  readonly address: string
}

type PageOfSpace = LinkedPage & { readonly id: string }

const MAX_PAGES = 40

/** Pages that match the text: the best match first, then the most linked, then the latest picked. */
export function searchPages(
  index: PageIndex,
  text: string,
  { linkedFrom, recent }: LinkUsage = NO_USAGE,
): PageOfSpace[] {
  const query = text.trim().toLowerCase()
  const ranked = index.order.flatMap(({ page }) => {
    if (page.type !== 'document') return []
    const rank = rankOf(query, page.title.toLowerCase(), `/${page.path.toLowerCase()}.md`)
    if (rank === undefined) return []
    const at = recent.indexOf(page.id)
    const order = [rank, -(linkedFrom.get(page.id) ?? 0), at === -1 ? recent.length : at] as const
    return [{ page, order }]
  })
  const best = ranked.sort((a, b) => compareOrders(a.order, b.order)).slice(0, MAX_PAGES)
  return best.map(({ page }) => ({
    id: page.id,
    title: page.title || labels.untitled,
    path: pageAncestors(index, page.id)
      .map(({ title }) => title || labels.untitled)
      .join(' / '),
    address: `/${page.path}.md`,
  }))
}

type Order = readonly [rank: number, links: number, recency: number]

const compareOrders = (a: Order, b: Order): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

function rankOf(query: string, title: string, path: string): number | undefined {
  if (title.startsWith(query)) return 0
  if (` ${title}`.includes(` ${query}`)) return 1
  if (title.includes(query)) return 2
  return path.includes(query) ? 3 : undefined
}

/** A Markdown link; brackets in the title are escaped. */
export const markdownLink = ({ title, address }: Pick<LinkedPage, 'title' | 'address'>): string =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`
