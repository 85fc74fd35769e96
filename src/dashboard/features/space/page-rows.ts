import type { Page } from '#contract/pages.ts'
import { childPages, type PageIndex } from '../../components/page-text/page-index.ts'
import type { Move, TreeRow } from '../../components/tree-drop.ts'
import { withMove } from '../../components/tree-move.ts'
import { labels } from '../../lib/labels.ts'

export type PageRow = TreeRow & { readonly page: Page }

export const titleOf = (page: Pick<Page, 'title'>): string => page.title || labels.untitled

/** The title in the navigation, which can differ. */
export const navigationTitleOf = (page: Pick<Page, 'title' | 'linkTitle'>): string =>
  page.linkTitle || titleOf(page)

const belowPages = (kind: string): boolean => kind !== 'group'

/** The pages as tree rows, with the titles of the navigation. Groups are only allowed at the root; links have no children. */
export const rowsOf = ({ order }: PageIndex): PageRow[] =>
  order.map(({ page, depth, parentId }) => ({
    id: page.id,
    kind: page.type,
    depth,
    parentId,
    title: navigationTitleOf(page),
    page,
    ...(page.type === 'document' || page.type === 'group' ? { accepts: belowPages } : {}),
  }))

/** Translates a drop into the position the API expects: the parent (null is the root) and an index. */
export function treePositionOf(rows: readonly PageRow[], move: Move): { into: string | null; at: number } {
  const siblings = withMove(rows, move).filter(({ parentId }) => parentId === move.parentId)
  return { into: move.parentId, at: siblings.findIndex(({ id }) => id === move.id) }
}

/** The tree with one page updated. */
export function withChangedPage(pages: readonly Page[], id: string, change: (page: Page) => Page): Page[] {
  return pages.map((page) => {
    if (page.id === id) return change(page)
    const below = childPages(page)
    return below.length === 0 ? page : withPages(page, withChangedPage(below, id, change))
  })
}

/** The tree without a page and its descendants. */
export function withoutPage(pages: readonly Page[], id: string): Page[] {
  return pages
    .filter((page) => page.id !== id)
    .map((page) =>
      childPages(page).length === 0 ? page : withPages(page, withoutPage(childPages(page), id)),
    )
}

/** The tree with a page at another position. */
export function withMovedPage(
  pages: readonly Page[],
  page: Page,
  { into, at }: { into: string | null; at: number },
): Page[] {
  const remaining = withoutPage(pages, page.id)
  if (into === null) return remaining.toSpliced(at, 0, page)
  return withChangedPage(remaining, into, (parent) =>
    withPages(parent, childPages(parent).toSpliced(at, 0, page)),
  )
}

const withPages = (page: Page, pages: Page[]): Page => ('pages' in page ? { ...page, pages } : page)

/** All pages below one, in reading order. */
export const descendantsOf = (page: Page): Page[] =>
  childPages(page).flatMap((child) => [child, ...descendantsOf(child)])

/** The page to open first: the first document, preferring visible ones. */
export function firstPage({ order }: PageIndex): Page | undefined {
  const documents = order.flatMap(({ page }) => (page.type === 'document' ? [page] : []))
  return documents.find(({ hidden }) => !hidden) ?? documents[0] ?? order[0]?.page
}

/** The page to open after a deletion: the previous sibling, else the next one, else the parent. */
export function pageAfterDeletion({ order, byId }: PageIndex, id: string): string | undefined {
  const parentId = byId.get(id)?.parentId ?? null
  const siblings = order.filter((entry) => entry.parentId === parentId).map(({ page }) => page.id)
  const at = siblings.indexOf(id)
  return siblings[at - 1] ?? siblings[at + 1] ?? parentId ?? undefined
}
