import type { Heading, Nodes, Parent, Root } from 'mdast'
import { anchorOf } from './slug.ts'
import { plainTextOf } from './text.ts'

export interface PlacedHeading {
  node: Heading
  anchor: string
  text: string
  /** False inside hints, tabs, steps, lists and other blocks. */
  isTopLevel: boolean
}

/**
 * All headings of a page in the order of reading, with the anchors they have everywhere. An anchor written
 * into the heading (`<a id="x"></a>`) wins over the one derived from its text; repeats get `-1`, `-2` …
 */
export function headingsOf(root: Root): PlacedHeading[] {
  const found: PlacedHeading[] = []
  const taken = new Map<string, number>()
  collect(root, true, (node, isTopLevel) => {
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    const wanted = writtenAnchorOf(node) ?? anchorOf(text)
    found.push({ node, text, isTopLevel, anchor: unique(wanted, taken) })
  })
  return found
}

function collect(parent: Parent, isTopLevel: boolean, take: (node: Heading, isTopLevel: boolean) => void) {
  for (const node of parent.children) {
    if (node.type === 'heading') take(node, isTopLevel)
    else if (holdsHeadings(node)) collect(node, isTopLevel && isTransparent(node), take)
  }
}

function holdsHeadings(node: Nodes): node is Nodes & Parent {
  return ['blockTag', 'blockquote', 'list', 'listItem', 'footnoteDefinition'].includes(node.type)
}

const isTransparent = (node: Nodes) => node.type === 'blockTag' && node.name === 'if'

const written = /<a\s[^>]*?\b(?:id|name)=["']?([-A-Za-z0-9.+_]+)/

function writtenAnchorOf(node: Heading): string | undefined {
  for (const child of node.children) {
    const match = child.type === 'html' ? written.exec(child.value) : null
    if (match) return match[1]
  }
}

/** Counts for each name, so that a thousand equal headings take a thousand steps. */
function unique(wanted: string, taken: Map<string, number>): string {
  let anchor = wanted
  let count = taken.get(wanted) ?? 0
  while (taken.has(anchor)) anchor = `${wanted}-${++count}`
  taken.set(wanted, count)
  if (anchor !== wanted) taken.set(anchor, 0)
  return anchor
}
