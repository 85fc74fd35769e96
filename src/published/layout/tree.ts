import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { type Html, print, printed } from '../html.ts'
import { memo } from '../memo.ts'
import type { Tree, TreeNode } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { fill, textsOf } from '../texts/texts.ts'
import { indexOf } from '../tree-index.ts'
import { icon } from './icons.ts'

/** A tree up to this size is printed whole, so that its closed branches open without asking the server. */
export const wholeTreeLimit = 300
/** No list of siblings is longer than this on a page; links lead to the rest. */
export const rowsAtOnce = 200

/** The page tree with one page marked and its branch open. */
export function pageTree(tree: Tree, currentId: string, locale: string): Element {
  const texts = textsOf(locale)
  const drawn = { ...drawingOf(tree), texts, current: currentId, open: openBranch(tree, currentId) }
  return h('nav.tree', { ariaLabel: texts.pages }, topLevel(drawn, tree.pages))
}

/**
 * Some rows of the tree without a frame, for the script to put in: the children of `under`, or of the top
 * level, from the `from`th to before the `to`th. `rows` says on which side a link to further rows is wanted.
 */
export function treeRows(
  tree: Tree,
  part: { under?: string | undefined; from: number; to: number; rows: 'before' | 'after' },
  locale: string,
): Html {
  const drawn = { ...drawingOf(tree), texts: textsOf(locale), current: '', open: new Set<string>() }
  const siblings = childrenOf(tree, part.under)
  const from = Math.max(0, part.from)
  const to = Math.min(siblings.length, part.to, from + rowsAtOnce)
  const rows = siblings.slice(from, to).map((node) => row(drawn, node))
  const before = part.rows === 'before' ? earlier(drawn, part.under, from) : []
  const after = part.rows === 'after' ? later(drawn, part.under, to, siblings.length) : []
  return print([...before, ...rows, ...after])
}

/** The nodes below one node, or the top level when none is named; empty when there is no such node. */
export function childrenOf(tree: Tree, under: string | undefined): readonly TreeNode[] {
  return under === undefined ? tree.pages : (indexOf(tree).find(under)?.children ?? [])
}

type Drawing = {
  readonly tree: Tree
  readonly isWhole: boolean
  /** Rows as they are on every page that is not in their branch, by language. */
  readonly closed: WeakMap<TreeNode, Map<Texts, Html>>
  readonly texts: Texts
  readonly current: string
  readonly open: ReadonlySet<string>
}

const drawingOf = memo((tree: Tree) => ({
  tree,
  isWhole: indexOf(tree).size <= wholeTreeLimit,
  closed: new WeakMap<TreeNode, Map<Texts, Html>>(),
}))

function openBranch(tree: Tree, currentId: string): ReadonlySet<string> {
  const above = indexOf(tree).above(currentId)
  return new Set([...above.map((node) => node.id), currentId])
}

/** Pages that stand together are one list; a group is its title and the list of its pages. */
function topLevel(drawn: Drawing, nodes: readonly TreeNode[]): Element[] {
  const window = windowOf(drawn, nodes)
  const parts: Element[] = []
  let list: Element | null = null
  for (const node of window.nodes) {
    if (node.kind === 'group') {
      parts.push(h('p.tree-group', label(node)))
      if (node.children.length) parts.push(listOf(drawn, node))
      list = null
      continue
    }
    if (!list) {
      list = h('ul')
      parts.push(list)
    }
    list.children.push(row(drawn, node))
  }
  const before = earlier(drawn, undefined, window.from)
  const after = later(drawn, undefined, window.to, nodes.length)
  return [...(before.length ? [h('ul', before)] : []), ...parts, ...(after.length ? [h('ul', after)] : [])]
}

function listOf(drawn: Drawing, parent: TreeNode): Element {
  const { nodes, from, to } = windowOf(drawn, parent.children)
  return h('ul', [
    ...earlier(drawn, parent.id, from),
    ...nodes.map((node) => row(drawn, node)),
    ...later(drawn, parent.id, to, parent.children.length),
  ])
}

/** Of a very long list, the rows around the one that is open. */
function windowOf(drawn: Drawing, nodes: readonly TreeNode[]) {
  if (nodes.length <= rowsAtOnce) return { nodes, from: 0, to: nodes.length }
  const at = nodes.findIndex((node) => drawn.open.has(node.id))
  const from = Math.max(0, Math.min(at - rowsAtOnce / 2, nodes.length - rowsAtOnce))
  return { nodes: nodes.slice(from, from + rowsAtOnce), from, to: from + rowsAtOnce }
}

function row(drawn: Drawing, node: TreeNode): ElementContent {
  return drawn.open.has(node.id) ? drawRow(drawn, node) : printed(closedRow(drawn, node))
}

function closedRow(drawn: Drawing, node: TreeNode): Html {
  const known = drawn.closed.get(node) ?? new Map<Texts, Html>()
  drawn.closed.set(node, known)
  const kept = known.get(drawn.texts)
  if (kept) return kept
  const html = print(drawRow(drawn, node))
  known.set(drawn.texts, html)
  return html
}

function drawRow(drawn: Drawing, node: TreeNode): Element {
  const hasChildren = node.children.length > 0
  if (node.kind === 'group') {
    return h('li', [h('p.tree-group', label(node)), ...(hasChildren ? [listOf(drawn, node)] : [])])
  }
  const current = node.id === drawn.current ? { ariaCurrent: 'page' } : {}
  const link = h('a', { href: node.href, ...current }, label(node))
  return hasChildren ? h('li.has-children', [link, branch(drawn, node)]) : h('li', link)
}

function branch(drawn: Drawing, node: TreeNode): Element {
  const open = drawn.open.has(node.id)
  const name = h('span.vh', fill(drawn.texts.pagesUnder, { title: node.title }))
  const summary = h('summary', [name, icon('right', 'i i-s')])
  const rows = open || drawn.isWhole ? listOf(drawn, node) : h('ul', [linkToRows(drawn, node)])
  return h('details', { open }, [summary, rows])
}

/** What a closed branch of a large tree holds until the script puts the rows there. */
function linkToRows(drawn: Drawing, node: TreeNode): Element {
  const to = Math.min(rowsAtOnce, node.children.length)
  return more(drawn, { under: node.id, from: 0, to, rows: 'after' }, drawn.texts.showPagesUnder)
}

function earlier(drawn: Drawing, under: string | undefined, from: number): Element[] {
  if (from <= 0) return []
  const part = { under, from: Math.max(0, from - rowsAtOnce), to: from, rows: 'before' } as const
  return [more(drawn, part, drawn.texts.showEarlier)]
}

function later(drawn: Drawing, under: string | undefined, to: number, count: number): Element[] {
  if (to >= count) return []
  const part = { under, from: to, to: Math.min(count, to + rowsAtOnce), rows: 'after' } as const
  return [more(drawn, part, drawn.texts.showMore)]
}

type Part = { under: string | undefined; from: number; to: number; rows: 'before' | 'after' }

function more({ tree }: Drawing, part: Part, title: string): Element {
  const href = partHref(tree, part)
  return h('li.tree-more', h('a', { href, rel: 'nofollow', 'data-rows': `${href}&rows=${part.rows}` }, title))
}

/** The address of a part of the tree, as a page. */
export function partHref(tree: Tree, part: { under: string | undefined; from: number; to: number }): string {
  const query = new URLSearchParams({ ...(part.under === undefined ? {} : { under: part.under }) })
  query.set('from', String(part.from))
  query.set('to', String(part.to))
  return `${tree.rowsUrl}?${query}`
}

function label({ emoji, title }: TreeNode): (Element | string)[] {
  return emoji ? [h('span', { ariaHidden: 'true' }, emoji), ` ${title}`] : [title]
}
