import type { Root as HastRoot, Properties } from 'hast'
import type { Handler, Handlers } from 'mdast-util-to-hast'
import { visit } from 'unist-util-visit'

const inline = new Set('a br code del em img input span strong sub sup'.split(' '))

/** Blocks of our own carry the offset at which they begin in the source, as `data-at`. */
export function placingHandlers(handlers: Handlers): Handlers {
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, placing(handler)]))
}

const placing =
  (handler: Handler): Handler =>
  (state, node, parent) => {
    const made = handler(state, node, parent)
    const at = node.position?.start.offset
    if (at === undefined) return made
    for (const one of Array.isArray(made) ? made : [made]) {
      if (one && 'properties' in one && 'type' in one && one.type === 'marker')
        place(one as { properties: Properties }, at)
    }
    return made
  }

/** The same for the blocks of Markdown, which know their position. */
export function placeElements(tree: HastRoot): void {
  visit(tree, 'element', (node) => {
    const at = node.position?.start.offset
    if (at !== undefined && !inline.has(node.tagName)) place(node, at)
  })
}

function place(node: { properties: Properties }, at: number): void {
  node.properties = { ...node.properties, dataAt: String(at) }
}
