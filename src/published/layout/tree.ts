import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { drawIcon } from '#markup/font-icons.ts'
import { type Html, print, rawHtml } from '../html.ts'
import { memo } from '../memo.ts'
import type { Tree, TreeNode } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { fill, textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** Trees up to this size are rendered completely, so that branches open without a request. */
export const MAX_WHOLE_TREE = 300
/** Maximum number of siblings in a list on a page; links lead to further rows. */
export const MAX_ROWS = 200

/** The page tree with the current page marked and its branch open. */
export function pageTree(tree: Tree, currentId: string, locale: string): Element {
  const texts = textsOf(locale)
  const context = { ...treeContextOf(tree), texts, current: currentId, open: openBranch(tree, currentId) }
  return h('nav.tree', { ariaLabel: texts.pages }, topLevel(context, tree.pages))
}

/**
 * Rows of the tree for the script to insert: the children of `under`, or of the top level, from index `from` to
 * before index `to`. `rows` is the side on which a link to further rows is added.
 */
export function treeRows(
  tree: Tree,
  part: { under?: string | undefined; from: number; to: number; rows: 'before' | 'after' },
  locale: string,
): Html {
  const context = { ...treeContextOf(tree), texts: textsOf(locale), current: '', open: new Set<string>() }
  const siblings = childrenOf(tree, part.under)
  const from = Math.max(0, part.from)
  const to = Math.min(siblings.length, part.to, from + MAX_ROWS)
  const rows = siblings.slice(from, to).map((node) => row(context, node))
  const before = part.rows === 'before' ? earlier(context, part.under, from) : []
  const after = part.rows === 'after' ? later(context, part.under, to, siblings.length) : []
  return print([...before, ...rows, ...after])
}

/** The children of a node, or the top level without `under`; empty if the node does not exist. */
export function childrenOf(tree: Tree, under: string | undefined): readonly TreeNode[] {
  return under === undefined ? tree.pages : (indexOf(tree).find(under)?.children ?? [])
}

type TreeContext = {
  readonly tree: Tree
  readonly isWhole: boolean
  /** Printed rows of closed branches by language; they are the same on all pages outside the branch. */
  readonly closed: WeakMap<TreeNode, Map<Texts, Html>>
  readonly texts: Texts
  readonly current: string
  readonly open: ReadonlySet<string>
}

const treeContextOf = memo((tree: Tree) => ({
  tree,
  isWhole: indexOf(tree).size <= MAX_WHOLE_TREE,
  closed: new WeakMap<TreeNode, Map<Texts, Html>>(),
}))

function openBranch(tree: Tree, currentId: string): ReadonlySet<string> {
  const ancestors = indexOf(tree).ancestors(currentId)
  return new Set([...ancestors.map((node) => node.id), currentId])
}

/** Adjacent pages form one list; a group is its title and the list of its pages. */
function topLevel(context: TreeContext, nodes: readonly TreeNode[]): Element[] {
  const window = windowOf(context, nodes)
  const parts: Element[] = []
  let list: Element | null = null
  for (const node of window.nodes) {
    if (node.kind === 'group') {
      parts.push(h('p.tree-group', label(node)))
      if (node.children.length) parts.push(listOf(context, node))
      list = null
      continue
    }
    if (!list) {
      list = h('ul')
      parts.push(list)
    }
    list.children.push(row(context, node))
  }
  const before = earlier(context, undefined, window.from)
  const after = later(context, undefined, window.to, nodes.length)
  return [...(before.length ? [h('ul', before)] : []), ...parts, ...(after.length ? [h('ul', after)] : [])]
}

function listOf(context: TreeContext, parent: TreeNode): Element {
  const { nodes, from, to } = windowOf(context, parent.children)
  return h('ul', [
    ...earlier(context, parent.id, from),
    ...nodes.map((node) => row(context, node)),
    ...later(context, parent.id, to, parent.children.length),
  ])
}

/** For very long lists, the rows around the open one. */
function windowOf(context: TreeContext, nodes: readonly TreeNode[]) {
  if (nodes.length <= MAX_ROWS) return { nodes, from: 0, to: nodes.length }
  const at = nodes.findIndex((node) => context.open.has(node.id))
  const from = Math.max(0, Math.min(at - MAX_ROWS / 2, nodes.length - MAX_ROWS))
  return { nodes: nodes.slice(from, from + MAX_ROWS), from, to: from + MAX_ROWS }
}

function row(context: TreeContext, node: TreeNode): ElementContent {
  return context.open.has(node.id) ? renderRow(context, node) : rawHtml(closedRow(context, node))
}

function closedRow(context: TreeContext, node: TreeNode): Html {
  const rows = context.closed.get(node) ?? new Map<Texts, Html>()
  context.closed.set(node, rows)
  const cached = rows.get(context.texts)
  if (cached) return cached
  const html = print(renderRow(context, node))
  rows.set(context.texts, html)
  return html
}

function renderRow(context: TreeContext, node: TreeNode): Element {
  const hasChildren = node.children.length > 0
  if (node.kind === 'group') {
    return h('li', [h('p.tree-group', label(node)), ...(hasChildren ? [listOf(context, node)] : [])])
  }
  const current = node.id === context.current ? { ariaCurrent: 'page' } : {}
  const link = h('a', { href: node.href, ...current }, label(node))
  return hasChildren ? h('li.has-children', [link, branch(context, node)]) : h('li', link)
}

function branch(context: TreeContext, node: TreeNode): Element {
  const open = context.open.has(node.id)
  const name = h('span.vh', fill(context.texts.pagesUnder, { title: node.title }))
  const summary = h('summary', [name, icon('right', 'i i-s')])
  const rows = open || context.isWhole ? listOf(context, node) : h('ul', [linkToRows(context, node)])
  return h('details', { open }, [summary, rows])
}

/** The content of a closed branch in a large tree until the script loads its rows. */
function linkToRows(context: TreeContext, node: TreeNode): Element {
  const to = Math.min(MAX_ROWS, node.children.length)
  return linkToPart(context, { under: node.id, from: 0, to, rows: 'after' }, context.texts.showPagesUnder)
}

function earlier(context: TreeContext, under: string | undefined, from: number): Element[] {
  if (from <= 0) return []
  const part = { under, from: Math.max(0, from - MAX_ROWS), to: from, rows: 'before' } as const
  return [linkToPart(context, part, context.texts.showEarlier)]
}

function later(context: TreeContext, under: string | undefined, to: number, count: number): Element[] {
  if (to >= count) return []
  const part = { under, from: to, to: Math.min(count, to + MAX_ROWS), rows: 'after' } as const
  return [linkToPart(context, part, context.texts.showMore)]
}

type Part = { under: string | undefined; from: number; to: number; rows: 'before' | 'after' }

function linkToPart({ tree }: TreeContext, part: Part, title: string): Element {
  const href = treePartHref(tree, part)
  return h('li.tree-more', h('a', { href, rel: 'nofollow', 'data-rows': `${href}&rows=${part.rows}` }, title))
}

/** The URL of a part of the tree as a page. */
export function treePartHref(
  tree: Tree,
  part: { under: string | undefined; from: number; to: number },
): string {
  const query = new URLSearchParams({ ...(part.under === undefined ? {} : { under: part.under }) })
  query.set('from', String(part.from))
  query.set('to', String(part.to))
  return `${tree.rowsUrl}?${query}`
}

function label({ emoji, icon: shape, title }: TreeNode): (Element | string)[] {
  if (shape) return [drawIcon(shape), ` ${title}`]
  return emoji ? [h('span', { ariaHidden: 'true' }, emoji), ` ${title}`] : [title]
}

/** Lookup of nodes by id, and of their ancestors from the top down. */
type TreeIndex = {
  readonly size: number
  readonly ancestors: (id: string) => readonly TreeNode[]
  readonly find: (id: string) => TreeNode | undefined
}

/** The index of a tree, computed once per tree. */
export const indexOf = memo((tree: Tree): TreeIndex => {
  const nodes = new Map<string, TreeNode>()
  const parents = new Map<string, TreeNode>()
  const visit = (siblings: readonly TreeNode[], parent: TreeNode | null) => {
    for (const node of siblings) {
      nodes.set(node.id, node)
      if (parent) parents.set(node.id, parent)
      visit(node.children, node)
    }
  }
  visit(tree.pages, null)
  return { size: nodes.size, ancestors: (id) => ancestorsOf(id, parents), find: (id) => nodes.get(id) }
})

function ancestorsOf(id: string, parents: ReadonlyMap<string, TreeNode>): TreeNode[] {
  const result: TreeNode[] = []
  for (let node = parents.get(id); node; node = parents.get(node.id)) result.unshift(node)
  return result
}
