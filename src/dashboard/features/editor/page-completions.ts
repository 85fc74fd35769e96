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
import type { PageOfOtherSpace } from './other-pages.ts'

/** Where the link menu finds pages. */
export type PageSources = {
  readonly pages: () => PageIndex
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
export function completePages(
  context: CompletionContext,
  { pages }: Pick<PageSources, 'pages'>,
): CompletionResult | null {
  const query = linkQueryAt(context)
  const matches = query ? searchPages(pages(), query.text) : []
  if (query === null || matches.length === 0) return null
  return { from: query.from, filter: false, options: matches.map((page) => pageOption(page, query.isBare)) }
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

const pageOption = (page: LinkedPage, isBare: boolean): Completion => ({
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

const MAX_PAGES = 40

/** Pages that match the text, best match first. */
export function searchPages(index: PageIndex, text: string): LinkedPage[] {
  const query = text.trim().toLowerCase()
  const ranked = index.order.flatMap(({ page }) => {
    if (page.type !== 'document') return []
    const rank = rankOf(query, page.title.toLowerCase(), `/${page.path.toLowerCase()}.md`)
    return rank === undefined ? [] : [{ page, rank }]
  })
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX_PAGES)
  return best.map(({ page }) => ({
    title: page.title || labels.untitled,
    path: pageAncestors(index, page.id)
      .map(({ title }) => title || labels.untitled)
      .join(' / '),
    address: `/${page.path}.md`,
  }))
}

function rankOf(query: string, title: string, path: string): number | undefined {
  if (title.startsWith(query)) return 0
  if (` ${title}`.includes(` ${query}`)) return 1
  if (title.includes(query)) return 2
  return path.includes(query) ? 3 : undefined
}

/** A Markdown link; brackets in the title are escaped. */
export const markdownLink = ({ title, address }: Pick<LinkedPage, 'title' | 'address'>): string =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`
