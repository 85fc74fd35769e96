import { childrenOf, MAX_ROWS, treeRows } from '#published/layout/tree.ts'
import { renderTreeList } from '#published/render-tree-list.ts'
import { readerSiteOf } from './reader-site.ts'
import { treeOf } from './tree.ts'
import type { SpaceView } from './view.ts'
import type { Visit } from './visit.ts'

/**
 * Rows of a large page tree that its pages don't include. The query selects them with `under`, `from` and `to`; with
 * `rows` the response is a fragment. Undefined if there are none.
 */
export async function renderTreeRows(
  visit: Visit,
  view: SpaceView,
  query: URLSearchParams,
): Promise<string | undefined> {
  const site = await readerSiteOf(visit, view.siteSpace)
  const tree = await treeOf(visit, view)
  const under = query.get('under') ?? undefined
  if (childrenOf(tree, under).length === 0) return undefined
  const from = numberIn(query, 'from') ?? 0
  const part = { under, from, to: numberIn(query, 'to') ?? from + MAX_ROWS }
  const rows = query.get('rows')
  if (rows === 'before' || rows === 'after') return treeRows(tree, { ...part, rows }, site.locale)
  return renderTreeList({ site, tree, ...part })
}

/** A whole number from 0 to a million. */
function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name) ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
