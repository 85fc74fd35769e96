import type { Element } from 'hast'
import { h } from 'hastscript'
import { documentOf } from './document.ts'
import { childrenOf, indexOf, MAX_ROWS, treePartHref } from './layout/tree.ts'
import type { TreeListModel, TreeNode } from './model.ts'
import { fill, textsOf } from './texts/texts.ts'

/** A part of a large page tree as a separate page, for readers without the script. */
export function renderTreeList(model: TreeListModel): string {
  const { site, tree, under } = model
  const texts = textsOf(site.locale)
  const parent = under === undefined ? undefined : indexOf(tree).find(under)
  const title = parent ? fill(texts.pagesUnder, { title: parent.title }) : texts.pagesAll
  const siblings = childrenOf(tree, under)
  const from = Math.max(0, model.from)
  const to = Math.min(siblings.length, model.to, from + MAX_ROWS)
  const rows = siblings.slice(from, to).map((node) => h('li', entry(model, node)))
  const body = h('main#~content.frame.message-page.is-top', { tabIndex: -1 }, [
    h('div', [h('h1.title', title), h('ul.plain', rows), ...pager(model, from, to, siblings.length)]),
  ])
  return documentOf(site, { title, noIndex: true }, [body])
}

function entry({ tree, site }: TreeListModel, node: TreeNode): Element {
  if (node.kind !== 'group') return h('a', { href: node.href }, node.title)
  const part = { under: node.id, from: 0, to: MAX_ROWS }
  return h('a', { href: treePartHref(tree, part) }, [
    node.title,
    h('span', textsOf(site.locale).showPagesUnder),
  ])
}

function pager({ tree, under, site }: TreeListModel, from: number, to: number, count: number): Element[] {
  const texts = textsOf(site.locale)
  const earlier = treePartHref(tree, { under, from: Math.max(0, from - MAX_ROWS), to: from })
  const later = treePartHref(tree, { under, from: to, to: Math.min(count, to + MAX_ROWS) })
  const links = [
    ...(from > 0 ? [h('a', { href: earlier, rel: 'prev' }, texts.showEarlier)] : []),
    ...(to < count ? [h('a', { href: later, rel: 'next' }, texts.showMore)] : []),
  ]
  return links.length ? [h('nav.pager', { ariaLabel: texts.turn }, links)] : []
}
