import type { Page } from '#contract/pages.ts'
import { type PageIndex, pagesIn } from '../../components/page-text/page-index.ts'
import { type Move, moved, type TreeRow } from '../../components/tree-drop.ts'
import { words } from '../../lib/words.ts'

export type PageRow = TreeRow & { readonly page: Page }

export const titleOf = (page: Pick<Page, 'title'>): string => page.title || words.untitled

const belowPages = (kind: string): boolean => kind !== 'group'

/** The pages as rows of the tree. Groups stand only at the root; links hold nothing. */
export const rowsOf = ({ order }: PageIndex): PageRow[] =>
  order.map(({ page, depth, parentId }) => ({
    id: page.id,
    kind: page.type,
    depth,
    parentId,
    title: titleOf(page),
    page,
    ...(page.type === 'document' || page.type === 'group' ? { accepts: belowPages } : {}),
  }))

/** Where a move puts a page, as the service is told: into which page (null is the root), at which index. */
export function placeOf(rows: readonly PageRow[], move: Move): { into: string | null; at: number } {
  const siblings = moved(rows, move).filter(({ parentId }) => parentId === move.parentId)
  return { into: move.parentId, at: siblings.findIndex(({ id }) => id === move.id) }
}

/** The tree with one page changed. */
export function withChanged(pages: readonly Page[], id: string, change: (page: Page) => Page): Page[] {
  return pages.map((page) => {
    if (page.id === id) return change(page)
    const below = pagesIn(page)
    return below.length === 0 ? page : withPages(page, withChanged(below, id, change))
  })
}

/** The tree without a page and all below it. */
export function without(pages: readonly Page[], id: string): Page[] {
  return pages
    .filter((page) => page.id !== id)
    .map((page) => (pagesIn(page).length === 0 ? page : withPages(page, without(pagesIn(page), id))))
}

/** The tree with a page at another place. */
export function withMoved(
  pages: readonly Page[],
  page: Page,
  { into, at }: { into: string | null; at: number },
): Page[] {
  const rest = without(pages, page.id)
  if (into === null) return rest.toSpliced(at, 0, page)
  return withChanged(rest, into, (parent) => withPages(parent, pagesIn(parent).toSpliced(at, 0, page)))
}

const withPages = (page: Page, pages: Page[]): Page => ('pages' in page ? { ...page, pages } : page)

/** All pages below one, in the order of reading. */
export const allBelow = (page: Page): Page[] => pagesIn(page).flatMap((child) => [child, ...allBelow(child)])

/** The page to show when none is named: the first with a text, hidden ones last. */
export function firstPage({ order }: PageIndex): Page | undefined {
  const documents = order.flatMap(({ page }) => (page.type === 'document' ? [page] : []))
  return documents.find(({ hidden }) => !hidden) ?? documents[0] ?? order[0]?.page
}

/** The page to go to when one is deleted: the one before it among its siblings, else after it, else above. */
export function nextTo({ order, byId }: PageIndex, id: string): string | undefined {
  const parentId = byId.get(id)?.parentId ?? null
  const siblings = order.filter((placed) => placed.parentId === parentId).map(({ page }) => page.id)
  const at = siblings.indexOf(id)
  return siblings[at - 1] ?? siblings[at + 1] ?? parentId ?? undefined
}
