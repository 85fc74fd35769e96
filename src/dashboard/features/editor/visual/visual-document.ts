import type { Node } from 'prosemirror-model'
import type { EditorNode } from '#markup/visual/nodes.ts'
import { blocksFor, openPage, type PageBlock, type VisualPage } from '#markup/visual/page.ts'
import { writeNode } from '#markup/visual/rewrite.ts'
import { type EditedBlock, writePage } from '#markup/visual/write-page.ts'
import { schema } from './schema.ts'

/**
 * A page in the editor. Nodes of ProseMirror do not change, so a block that is still the same object as when the page
 * was opened was not edited, and keeps its source.
 */
export type VisualDocument = {
  readonly page: VisualPage
  readonly doc: Node
  /** The index of each block of the page by its node. */
  readonly indexes: ReadonlyMap<Node, number>
}

export function openDocument(markdown: string): VisualDocument {
  const page = openPage(markdown)
  const nodes = page.blocks.map(nodeOf)
  const doc = schema.node('doc', null, nodes.length === 0 ? [schema.node('paragraph')] : nodes)
  return { page, doc, indexes: new Map(nodes.map((node, index) => [node, index])) }
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
function nodeOf({ node, source }: { node: EditorNode; source: string }): Node {
  try {
    const result = schema.nodeFromJSON(node)
    result.check()
    return result
  } catch {
    return schema.node('source', { markdown: source })
  }
}

type Written = { readonly replaced: PageBlock | undefined; readonly text: string }
const written = new WeakMap<Node, Written>()

/** The text of the page as it is in the editor now. `onPlain` reports formatting that Markdown cannot express. */
export function textOfDocument(
  { page, indexes }: VisualDocument,
  doc: Node,
  onPlain: () => void = () => undefined,
): string {
  const edited = editedBlocks(page, indexes, doc)
  const nodes = new Map(edited.flatMap(({ block, node }) => ('node' in block ? [[block.node, node]] : [])))
  return writePage(
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
    const isReplaced =
      next < page.blocks.length && !used.has(next) && page.blocks[next]?.node.type === node.type.name
    if (!isReplaced) return { node, block: { node: json } }
    next += 1
    return { node, block: { node: json, replaces: next - 1 } }
  })
}

/** For each block, the index of the block of the page that it is: the same object, or an equal one that is missing. */
function keptBlocks(indexes: VisualDocument['indexes'], doc: Node): (number | undefined)[] {
  const kept = doc.children.map((node) => indexes.get(node))
  if (!kept.includes(undefined)) return kept
  const found = new Set(kept)
  const missing = [...indexes].filter(([, index]) => !found.has(index))
  return doc.children.map((node, at) => kept[at] ?? missing.find(([other]) => other.eq(node))?.[1])
}
