import type { Nodes, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { headingsOf } from './headings.ts'
import type { BlockTag } from './nodes.ts'
import { anchorOf } from './slug.ts'
import { plainTextOf } from './text.ts'

/** An entry of a changelog on a page. */
export interface PageUpdate {
  node: BlockTag
  anchor: string
  /** As written; usually `2026-10-14`. */
  date: string
  tags: readonly string[]
  /** The title of the tag, else the first heading in it; can be empty. */
  title: string
}

/** Further tags of one update are ignored. */
const MAX_TAGS = 20

/**
 * The updates of a page in reading order. Changelogs begin with the latest update, so updates of the same day are
 * numbered from the end of the page: a new one does not change the anchors of the others.
 */
export function updatesOf(root: Root): PageUpdate[] {
  const nodes: BlockTag[] = []
  visit(root, 'blockTag', (node) => void (node.name === 'update' && nodes.push(node)))
  if (nodes.length === 0) return []
  const taken = new Set(headingsOf(root).map(({ anchor }) => anchor))
  const counts = new Map<string, number>()
  const updates = nodes.toReversed().map((node): PageUpdate => {
    const { date = '', tags = '', title = '' } = node.attributes
    const heading = title.trim() || headingIn(node)
    const anchor = unusedAnchor(anchorOf(date.trim() || heading || 'update'), taken, counts)
    return { node, anchor, date: date.trim(), tags: tagsIn(tags), title: heading }
  })
  return updates.toReversed()
}

function unusedAnchor(name: string, taken: Set<string>, counts: Map<string, number>): string {
  let count = counts.get(name) ?? 0
  let anchor = count === 0 ? name : `${name}-${count}`
  while (taken.has(anchor)) anchor = `${name}-${++count}`
  counts.set(name, count + 1)
  taken.add(anchor)
  return anchor
}

const tagsIn = (list: string): string[] =>
  [...new Set(list.split(',').map((tag) => tag.trim()))].filter(Boolean).slice(0, MAX_TAGS)

function headingIn(node: Nodes): string {
  if (node.type === 'heading') return plainTextOf(node).replace(/\s+/g, ' ').trim()
  if (node.type !== 'blockTag') return ''
  for (const child of node.children) {
    const heading = headingIn(child)
    if (heading !== '') return heading
  }
  return ''
}

/** A tag as the settings of a space define it. */
export interface TagStyle {
  label: string
  /** Name of an icon. */
  icon?: string | undefined
  emoji?: string | undefined
  /** Such as `blue` or `$primary`. */
  color?: string | undefined
}

/** A tag such as `new-releases` as readers see it, unless settings define it. */
export function tagLabelOf(tag: string): string {
  const words = tag.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
