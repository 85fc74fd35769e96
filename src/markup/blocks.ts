import type { Nodes, Root } from 'mdast'
import type { Span } from './nodes.ts'
import { plainTextOf } from './text.ts'

/** One block of a page that can be pointed at: a paragraph, a heading, a table, a listing, a picture. */
export interface Block extends Span {
  /** Made of the block's words, so that it is the same wherever the block moves, and gone once it says something else. */
  key: string
  /** Its words as a reader sees them, on one line. */
  text: string
}

/** What only holds other blocks and is never pointed at itself. */
const holders = new Set<Nodes['type']>(['root', 'blockquote', 'list', 'listItem', 'footnoteDefinition'])
/** Nothing that a reader sees. */
const unseen = new Set<Nodes['type']>(['definition', 'yaml', 'footnotes'])

/**
 * The blocks of a text parsed by `parseMarkdown`, in the order of reading. Where a link leads does not count, so
 * that a text as it is stored and as a writer sees it have the same keys.
 */
export function blocksOf(root: Root): Block[] {
  const blocks: Block[] = []
  const taken = new Map<string, number>()
  const read = (node: Nodes): void => {
    if (isHolder(node)) {
      for (const child of node.children) read(child)
      return
    }
    if (unseen.has(node.type)) return
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    const made = hashOf(`${kindOf(node)} ${text}`)
    const repeats = taken.get(made) ?? 0
    taken.set(made, repeats + 1)
    const start = node.position?.start.offset ?? 0
    const end = node.position?.end.offset ?? start
    blocks.push({ key: repeats === 0 ? made : `${made}-${repeats}`, text, start, end })
  }
  read(root)
  return blocks
}

function isHolder(node: Nodes): node is Extract<Nodes, { children: unknown[] }> & { children: Nodes[] } {
  if (!('children' in node)) return false
  return holders.has(node.type) || (node.type === 'blockTag' && node.children.length > 0)
}

const kindOf = (node: Nodes): string => (node.type === 'blockTag' ? `tag ${node.name}` : node.type)

/** 53 bits in base 36: enough to tell the blocks of one page apart. Not for anything that an attacker may choose. */
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
