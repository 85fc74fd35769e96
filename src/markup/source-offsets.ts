import type { Root as HastRoot, Properties } from 'hast'
import type { Handler, Handlers } from 'mdast-util-to-hast'
import { visit } from 'unist-util-visit'

const inline = new Set('a br code del em img input span strong sub sup'.split(' '))

/** Wraps handlers so that markers have the offset at which they begin in the source, as `data-at`. */
export function withSourceOffsets(handlers: Handlers): Handlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([type, handler]) => [type, withSourceOffset(handler)]),
  )
}

const withSourceOffset =
  (handler: Handler): Handler =>
  (state, node, parent) => {
    const result = handler(state, node, parent)
    const at = node.position?.start.offset
    if (at === undefined) return result
    for (const child of Array.isArray(result) ? result : [result]) {
      if (child && 'properties' in child && 'type' in child && child.type === 'marker')
        setSourceOffset(child as { properties: Properties }, at)
    }
    return result
  }

/** Adds the same offset to the elements of Markdown blocks, which have a position. */
export function addSourceOffsets(tree: HastRoot): void {
  visit(tree, 'element', (node) => {
    const at = node.position?.start.offset
    if (at !== undefined && !inline.has(node.tagName)) setSourceOffset(node, at)
  })
}

function setSourceOffset(node: { properties: Properties }, at: number): void {
  node.properties = { ...node.properties, dataAt: String(at) }
}
