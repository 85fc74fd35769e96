import type { Page } from '#contract/pages.ts'

/** A page with its position in the tree. */
export type IndexedPage = {
  readonly page: Page
  readonly depth: number
  readonly parentId: string | null
}

/** The page tree, indexed for lookups. */
export type PageIndex = {
  /** In the order in which the open tree is read. */
  readonly order: readonly IndexedPage[]
  readonly byId: ReadonlyMap<string, IndexedPage>
  readonly byPath: ReadonlyMap<string, IndexedPage>
}

export const childPages = (page: Page): readonly Page[] => ('pages' in page ? page.pages : [])

const known = new WeakMap<readonly Page[], PageIndex>()

/** Made once for each tree, however many views ask. */
export function pageIndexOf(pages: readonly Page[]): PageIndex {
  const made = known.get(pages)
  if (made) return made
  const order = laidOut(pages)
  const index = {
    order,
    byId: new Map(order.map((placed) => [placed.page.id, placed])),
    byPath: new Map(order.flatMap((placed) => ('path' in placed.page ? [[placed.page.path, placed]] : []))),
  }
  known.set(pages, index)
  return index
}

function laidOut(pages: readonly Page[]): IndexedPage[] {
  const order: IndexedPage[] = []
  const walk = (list: readonly Page[], depth: number, parentId: string | null) => {
    for (const page of list) {
      order.push({ page, depth, parentId })
      walk(childPages(page), depth + 1, page.id)
    }
  }
  walk(pages, 0, null)
  return order
}

/** The pages above one, from the root down. */
export function pageAncestors(index: PageIndex, id: string): Page[] {
  const above: Page[] = []
  let parentId = index.byId.get(id)?.parentId ?? null
  while (parentId !== null) {
    const parent = index.byId.get(parentId)
    if (!parent) break
    above.unshift(parent.page)
    parentId = parent.parentId
  }
  return above
}
