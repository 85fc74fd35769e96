import type { Page } from '#contract/pages.ts'
import type { PageNode, Snapshot } from '../../content/snapshot.ts'
import type { Urls } from '../../urls.ts'
import { presentPage } from './present.ts'

type Presented = { readonly page: Page; readonly json: string }

/** Cached as long as the content store caches the page; a node belongs to one space. */
const pageCache = new WeakMap<PageNode, Presented>()
const treeCache = new WeakMap<Snapshot, { readonly pages: Page[]; readonly json: string }>()

/**
 * The page tree as the API returns it, and its JSON. After an edit only the pages whose siblings or descendants
 * changed are presented again.
 */
export function presentTree(
  tree: Snapshot,
  urls: Urls,
  spaceId: string,
): { readonly pages: Page[]; readonly json: string } {
  const cached = treeCache.get(tree)
  if (cached !== undefined) return cached
  const result = tree.pages.map((node) => present(node, urls, spaceId))
  const answer = { pages: result.map(({ page }) => page), json: arrayOf(result) }
  treeCache.set(tree, answer)
  return answer
}

/** One page with its descendants, without texts. */
export const presentNode = (node: PageNode, urls: Urls, spaceId: string): Page =>
  present(node, urls, spaceId).page

function present(node: PageNode, urls: Urls, spaceId: string): Presented {
  const cached = pageCache.get(node)
  if (cached !== undefined) return cached
  const below = node.pages.map((child) => present(child, urls, spaceId))
  const page = presentPage(
    node,
    below.map((child) => child.page),
    urls,
    spaceId,
  )
  const result = { page, json: jsonOfPage(page, below) }
  pageCache.set(node, result)
  return result
}

function jsonOfPage(page: Page, below: readonly Presented[]): string {
  if (!('pages' in page)) return JSON.stringify(page)
  const { pages: _, ...rest } = page
  return `${JSON.stringify(rest).slice(0, -1)},"pages":${arrayOf(below)}}`
}

const arrayOf = (result: readonly Presented[]) => `[${result.map(({ json }) => json).join(',')}]`
