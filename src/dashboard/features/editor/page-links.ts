import { type PageIndex, pagesAbove } from '../../components/page-text/page-index.ts'
import { words } from '../../lib/words.ts'

/** A page as the menu of links offers it. */
export type LinkedPage = {
  readonly title: string
  /** What it stands in, and nothing at the root. */
  readonly where: string
  /** As a writer links to it; the service keeps the link by the page's id. */
  readonly address: string
}

const most = 40

/** The pages that what was typed may mean: those whose title begins so first, then those that have it anywhere. */
export function pagesFor(index: PageIndex, query: string): LinkedPage[] {
  const wanted = query.trim().toLowerCase()
  const ranked = index.order.flatMap(({ page }) => {
    if (page.type !== 'document') return []
    const rank = rankOf(wanted, page.title.toLowerCase(), `/${page.path.toLowerCase()}.md`)
    return rank === undefined ? [] : [{ page, rank }]
  })
  const best = ranked.sort((a, b) => a.rank - b.rank).slice(0, most)
  return best.map(({ page }) => ({
    title: page.title || words.untitled,
    where: pagesAbove(index, page.id)
      .map(({ title }) => title || words.untitled)
      .join(' / '),
    address: `/${page.path}.md`,
  }))
}

function rankOf(wanted: string, title: string, path: string): number | undefined {
  if (title.startsWith(wanted)) return 0
  if (` ${title}`.includes(` ${wanted}`)) return 1
  if (title.includes(wanted)) return 2
  return path.includes(wanted) ? 3 : undefined
}

/** A link in Markdown; what would end its words early is escaped. */
export const linkTo = ({ title, address }: Pick<LinkedPage, 'title' | 'address'>): string =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](${address})`
