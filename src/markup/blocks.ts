import type { Nodes, Root } from 'mdast'
import type { Span } from './nodes.ts'
import { plainTextOf } from './text.ts'

/** A block that comments and edits can refer to: a paragraph, heading, table, code block or image. */
export interface Block extends Span {
  /** A hash of the text, so that the key is stable when the block moves and changes with its text. */
  key: string
  /** Its text as readers see it, on one line. */
  text: string
}

/** Nodes that only contain other blocks and are no blocks themselves. */
const containers = new Set<Nodes['type']>(['root', 'blockquote', 'list', 'listItem', 'footnoteDefinition'])
/** Nodes that readers do not see. */
const invisible = new Set<Nodes['type']>(['definition', 'yaml', 'footnotes'])

/**
 * The blocks of a text parsed by `parseMarkdown`, in reading order. Link targets are not part of the key, so that
 * the stored text and the text that an author sees have the same keys.
 */
export function blocksOf(root: Root): Block[] {
  const blocks: Block[] = []
  const counts = new Map<string, number>()
  const read = (node: Nodes): void => {
    if (isContainer(node)) {
      for (const child of node.children) read(child)
      return
    }
    if (invisible.has(node.type)) return
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    const hash = hashOf(`${kindOf(node)} ${text}`)
    const repeats = counts.get(hash) ?? 0
    counts.set(hash, repeats + 1)
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? start
    blocks.push({ key: repeats === 0 ? hash : `${hash}-${repeats}`, text, start, end })
  }
  read(root)
  return blocks
}

function isContainer(node: Nodes): node is Extract<Nodes, { children: unknown[] }> & { children: Nodes[] } {
  if (!('children' in node)) return false
  return containers.has(node.type) || (node.type === 'blockTag' && node.children.length > 0)
}

const kindOf = (node: Nodes): string => (node.type === 'blockTag' ? `tag ${node.name}` : node.type)

/** 53 bits in base 36: enough to distinguish the blocks of one page, but not collision-resistant against attackers. */
function hashOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
