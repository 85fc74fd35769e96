import type { Heading, Nodes, Parent, Root } from 'mdast'
import { mayContainExpression } from './expression-tags.ts'
import { anchorOf } from './slug.ts'
import { plainTextOf } from './text.ts'

export interface PageHeading {
  node: Heading
  anchor: string
  text: string
  /** Whether it is in the outline: false inside hints, quotes, lists and other blocks that are set apart. */
  isTopLevel: boolean
}

/**
 * All headings of a page in reading order, with the anchors that outline, search and links share. An explicit anchor
 * in the heading (`<a id="x"></a>`) takes precedence over the one derived from its text; repeats get `-1`, `-2` …
 * Expressions are left out of anchors, so that links don't depend on the values of variables.
 */
export function headingsOf(root: Root): PageHeading[] {
  const headings: PageHeading[] = []
  const taken = new Map<string, number>()
  collect(root, true, (node, isTopLevel) => {
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    const name = explicitAnchorOf(node) ?? anchorOf(plainTextOf({ ...node, children: fixedParts(node) }))
    headings.push({ node, text, isTopLevel, anchor: unique(name, taken) })
  })
  return headings
}

function collect(parent: Parent, isTopLevel: boolean, take: (node: Heading, isTopLevel: boolean) => void) {
  for (const node of parent.children) {
    if (node.type === 'heading') take(node, isTopLevel)
    else if (containsHeadings(node)) collect(node, isTopLevel && isTransparent(node), take)
  }
}

function containsHeadings(node: Nodes): node is Nodes & Parent {
  return ['blockTag', 'blockquote', 'list', 'listItem', 'footnoteDefinition'].includes(node.type)
}

/** Blocks that arrange content; those that set it apart, such as hints, are not part of the outline. */
const arrangements = new Set([
  'if',
  'tabs',
  'tab',
  'stepper',
  'step',
  'columns',
  'column',
  'updates',
  'update',
])

const isTransparent = (node: Nodes) => node.type === 'blockTag' && arrangements.has(node.name)

/** The children of a heading without its expressions. */
function fixedParts({ children }: Heading): Heading['children'] {
  let isInside = false
  return children.filter((child) => {
    if (child.type !== 'html') return !isInside
    if (mayContainExpression(child.value)) isInside = true
    else if (isInside && child.value.startsWith('</code')) {
      isInside = false
      return false
    }
    return !isInside
  })
}

const explicitAnchor = /<a\s[^>]*?\b(?:id|name)=["']?([-A-Za-z0-9.+_]+)/

export function explicitAnchorOf(node: Heading): string | undefined {
  for (const child of node.children) {
    const match = child.type === 'html' ? explicitAnchor.exec(child.value) : null
    if (match) return match[1]
  }
}

/** Counts repeats per name, so that a thousand equal headings take linear time. */
function unique(name: string, taken: Map<string, number>): string {
  let anchor = name
  let count = taken.get(name) ?? 0
  while (taken.has(anchor)) anchor = `${name}-${++count}`
  taken.set(name, count)
  if (anchor !== name) taken.set(anchor, 0)
  return anchor
}
