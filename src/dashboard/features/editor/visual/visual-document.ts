import type { Node } from 'prosemirror-model'
import { emojiNamed } from '#markup/emoji.ts'
import { mayContainShortcodes } from '#markup/shortcodes.ts'
import type { EditorNode } from '#markup/visual/nodes.ts'
import { blocksFor, openPage, type PageBlock, type VisualPage } from '#markup/visual/page.ts'
import { writeNode } from '#markup/visual/rewrite.ts'
import { withShortcodes } from '#markup/visual/shortcodes.ts'
import { type EditedBlock, type WrittenPage, writeBlocks } from '#markup/visual/write-page.ts'
import { schema } from './schema.ts'

/**
 * A page in the editor. Nodes of ProseMirror do not change, so a block that is still the same object as when the page
 * was opened was not edited, and keeps its source.
 */
export type VisualDocument = {
  readonly page: VisualPage
  readonly doc: Node
  /** The indexes of the blocks of the page by their node. A node that was copied can be several blocks. */
  readonly indexes: ReadonlyMap<Node, readonly number[]>
}

export function openDocument(markdown: string): VisualDocument {
  const page = openPage(markdown)
  const nodes = page.blocks.map(nodeOf)
  const doc = schema.node('doc', null, nodes.length === 0 ? [schema.node('paragraph')] : nodes)
  return { page, doc, indexes: indexesOf(nodes) }
}

/** The indexes of nodes that are the blocks of a page in order; undefined for those that are none. */
export function indexesOf(
  nodes: readonly Node[],
  indexOf: (at: number) => number | undefined = (at) => at,
): VisualDocument['indexes'] {
  const indexes = new Map<Node, number[]>()
  for (const [at, node] of nodes.entries()) {
    const index = indexOf(at)
    if (index === undefined) continue
    const known = indexes.get(node)
    if (known === undefined) indexes.set(node, [index])
    else known.push(index)
  }
  return indexes
}

const sources = new WeakMap<Node, string>()

/** The blocks of Markdown that is added to a page, as nodes. Until they are edited, they keep this source. */
export const nodesOf = (markdown: string, page: Pick<VisualPage, 'definitions'>): Node[] =>
  blocksFor(page, markdown).map((block) => {
    const node = nodeOf(block)
    sources.set(node, block.source)
    return node
  })

/** The node of a block; source, if it does not fit into the schema. */
export function nodeOf({ node, source }: { node: EditorNode; source: string }): Node {
  try {
    const result = schema.nodeFromJSON(mayContainShortcodes(source) ? withShortcodes(node, emojiNamed) : node)
    result.check()
    return result
  } catch {
    return schema.node('source', { markdown: source })
  }
}

type Written = { readonly replaced: PageBlock | undefined; readonly text: string }
const written = new WeakMap<Node, Written>()

/** The text of the page as it is in the editor now. `onPlain` reports formatting that Markdown cannot express. */
export const textOfDocument = (opened: VisualDocument, doc: Node, onPlain?: () => void): string =>
  writeDocument(opened, doc, onPlain).text

/** The text of the page as it is in the editor now, with the place of each of its blocks in it. */
export function writeDocument(
  { page, indexes }: VisualDocument,
  doc: Node,
  onPlain: () => void = () => undefined,
): WrittenPage {
  const edited = editedBlocks(page, indexes, doc)
  const nodes = new Map(edited.flatMap(({ block, node }) => ('node' in block ? [[block.node, node]] : [])))
  return writeBlocks(
    page,
    edited.map(({ block }) => block),
    (json, replaced) => {
      const node = nodes.get(json)
      const source = node === undefined ? undefined : sources.get(node)
      if (source !== undefined) return source
      const known = node === undefined ? undefined : written.get(node)
      if (known !== undefined && known.replaced === replaced) return known.text
      const text = writeNode(page, json, replaced, onPlain)
      if (node !== undefined) written.set(node, { replaced, text })
      return text
    },
  )
}

type Edited = { readonly node: Node; readonly block: EditedBlock }

/** Finds the unchanged blocks, and pairs the changed ones between them with what they replace. */
function editedBlocks(page: VisualPage, indexes: VisualDocument['indexes'], doc: Node): Edited[] {
  const kept = keptBlocks(indexes, doc)
  const used = new Set(kept.filter((index) => index !== undefined))
  let next = 0
  return doc.children.map((node, at): Edited => {
    const index = kept[at]
    if (index !== undefined) {
      next = index + 1
      return { node, block: { kept: index } }
    }
    const json: EditorNode = node.toJSON()
    // An empty paragraph has no text, so the next block is what replaces that of the page.
    const isReplaced =
      !(node.isTextblock && node.content.size === 0) &&
      next < page.blocks.length &&
      !used.has(next) &&
      page.blocks[next]?.node.type === node.type.name
    if (!isReplaced) return { node, block: { node: json } }
    next += 1
    return { node, block: { node: json, replaces: next - 1 } }
  })
}

/** For each block, the index of the block of the page that it is: the same object, or an equal one that is missing. */
function keptBlocks(indexes: VisualDocument['indexes'], doc: Node): (number | undefined)[] {
  const used = new Set<number>()
  const kept = doc.children.map((node) => {
    const all = indexes.get(node)
    const index = all?.find((one) => !used.has(one)) ?? all?.[0]
    if (index !== undefined) used.add(index)
    return index
  })
  if (!kept.includes(undefined)) return kept
  const missing = [...indexes].flatMap(([node, all]) =>
    all.filter((index) => !used.has(index)).map((index) => ({ node, index })),
  )
  return doc.children.map((node, at) => kept[at] ?? missing.find((other) => other.node.eq(node))?.index)
}
