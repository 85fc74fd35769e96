import type { Node } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { Mapping, Transform } from 'prosemirror-transform'
import { diffRegions } from '#markup/diff.ts'
import { blocksOfNode, isSame, type PageBlock, type VisualPage } from '#markup/visual/page.ts'
import { reopenPage } from '#markup/visual/reopen-page.ts'
import { alignNodes, type NodePair } from './align-nodes.ts'
import { patchNode, patchNodes } from './patch-node.ts'
import { schema } from './schema.ts'
import { shownBlocks } from './shown-blocks.ts'
import { indexesOf, nodeOf, type VisualDocument, writeDocument } from './visual-document.ts'

/** A change of the editor, and the document that is open after it. */
export type TextChange = { readonly tr: Transaction; readonly next: VisualDocument }

/** Marks a transaction as text that comes from elsewhere. */
export const REMOTE = 'remote'

/**
 * The change that makes the editor show another text. Only what differs from the text that is shown changes: not the
 * selection, and not what Markdown cannot express, such as an empty paragraph. Null if there is no such change.
 */
export function changeText(opened: VisualDocument, state: EditorState, text: string): TextChange | null {
  try {
    const { doc } = state
    const written = writeDocument(opened, doc)
    const page = reopenPage(opened.page, written.text)
    const next = reopenPage(page, text)
    const pairs = pairsOf(doc, page, next, written.spans)
    if (pairs === null) return null
    const tr = state.tr.setMeta('addToHistory', false).setMeta(REMOTE, true)
    patchNodes(tr, 0, pairs)
    const shown = pairs.filter(({ after }) => after !== undefined)
    if (!shown.every(({ after }, at) => after !== undefined && tr.doc.maybeChild(at)?.eq(after))) return null
    if (tr.doc.childCount !== shown.length) return null
    const document = {
      page: next,
      doc: tr.doc,
      indexes: indexesOf(tr.doc.children, (at) => shown[at]?.index),
    }
    if (writeDocument(document, tr.doc).text !== text) return null
    return { tr: keepSelection(state, tr), next: document }
  } catch {
    // A step that does not fit: the caller shows the whole text anew.
    return null
  }
}

/** `index` is that of the block of the next page that the node shows. */
type ShownPair = NodePair & { readonly index?: number | undefined }

/** The nodes of the editor, paired with what they become. Null if it is unknown which text they are. */
function pairsOf(
  doc: Node,
  page: VisualPage,
  next: VisualPage,
  spans: ReturnType<typeof writeDocument>['spans'],
): ShownPair[] | null {
  const groups = shownBlocks(page, spans)
  if (groups === null) return null
  const { children } = doc
  const follows = blockPairs(page, next)
  const nodeAt = (index: number) => nodeOf(next.blocks[index] ?? { node: { type: 'paragraph' }, source: '' })
  const added = (indexes: readonly number[] = []) =>
    indexes.map((index): ShownPair => ({ after: nodeAt(index), index }))
  const isEmpty = children.length === 1 && groups.length === 0 && next.blocks.length > 0
  if (isEmpty) return withIndexes(alignNodes(children, next.blocks.map(nodeOf)), 0)
  const pairs: ShownPair[] = added(follows.added.get(-1))
  let at = 0
  for (const { nodes, blocks } of groups) {
    // Empty paragraphs stay where they are.
    pairs.push(...children.slice(at, nodes[0]).map((node) => ({ before: node, after: node })))
    at = nodes[1]
    const [first] = blocks
    const node = children[nodes[0]]
    if (nodes[1] - nodes[0] === 1 && blocks[1] - first === 1 && node !== undefined) {
      const index = follows.kept[first]
      pairs.push({ before: node, after: nodeFor(node, page.blocks[first], index), index })
      pairs.push(...added(follows.added.get(first)))
      continue
    }
    const indexes = Array.from({ length: blocks[1] - first }, (_, offset) => [
      ...[follows.kept[first + offset] ?? []].flat(),
      ...(follows.added.get(first + offset) ?? []),
    ]).flat()
    pairs.push(...withIndexes(alignNodes(children.slice(...nodes), indexes.map(nodeAt)), indexes))
  }
  pairs.push(...children.slice(at).map((node) => ({ before: node, after: node })))
  return pairs.some(({ after }) => after !== undefined)
    ? pairs
    : [...pairs, { after: schema.node('paragraph') }]

  function nodeFor(shown: Node, block: PageBlock | undefined, index: number | undefined): Node | undefined {
    const other = index === undefined ? undefined : next.blocks[index]
    if (block === undefined || other === undefined) return undefined
    return isSameBlock(block, other) ? shown : withUnwritten(shown, nodeOf(block), nodeOf(other), next)
  }
}

/** Numbers what the nodes become, from a first index or by a list of indexes. */
function withIndexes(pairs: readonly NodePair[], indexes: number | readonly number[]): ShownPair[] {
  let count = 0
  return pairs.map((pair) => {
    if (pair.after === undefined) return pair
    const index = typeof indexes === 'number' ? indexes + count : indexes[count]
    count += 1
    return { ...pair, index }
  })
}

const isSameBlock = (a: PageBlock, b: PageBlock): boolean =>
  a.node === b.node || (a.source === b.source && JSON.stringify(a.node) === JSON.stringify(b.node))

/** For each block of a page, what it becomes; and the blocks that are added after each of them, and at the start (-1). */
function blockPairs(page: VisualPage, next: VisualPage) {
  const kept: (number | undefined)[] = []
  const added = new Map<number, number[]>()
  const regions = diffRegions(
    page.blocks.map(({ source }) => source),
    next.blocks.map(({ source }) => source),
  )
  let [old, now] = [0, 0]
  for (const { before, after } of [
    ...regions,
    { before: [page.blocks.length, 0] as const, after: [next.blocks.length, 0] as const },
  ]) {
    while (old < before[0]) kept[old++] = now++
    const nodes = page.blocks.slice(old, old + before[1]).map(nodeOf)
    const nextNodes = next.blocks.slice(now, now + after[1]).map(nodeOf)
    for (const pair of alignNodes(nodes, nextNodes)) {
      if (pair.before !== undefined) kept[old++] = pair.after === undefined ? undefined : now
      else added.set(old - 1, [...(added.get(old - 1) ?? []), now])
      if (pair.after !== undefined) now += 1
    }
  }
  return { kept, added }
}

/**
 * What a node becomes that shows a block, when the block changes from one node to another: the other node, with what
 * the shown node has that Markdown cannot express, such as a space at the end or an empty item.
 */
function withUnwritten(shown: Node, before: Node, after: Node, page: VisualPage): Node {
  if (shown.eq(before)) return after
  try {
    const [toShown, toAfter] = [shown, after].map((node) => {
      const tr = new Transform(schema.node('doc', null, [before]))
      patchNode(tr, 0, before, node)
      return tr
    })
    const result = new Transform(schema.node('doc', null, [shown]))
    for (const [index, step] of (toAfter?.steps ?? []).entries()) {
      const undone = toAfter?.mapping.maps.slice(0, index).reverse() ?? []
      const maps = [
        ...undone.map((map) => map.invert()),
        ...(toShown?.mapping.maps ?? []),
        ...result.mapping.maps,
      ]
      const mapped = step.map(new Mapping(maps))
      if (mapped === null) return after
      result.step(mapped)
    }
    const { firstChild, childCount } = result.doc
    if (firstChild === null || childCount !== 1) return after
    const [blocks, expected] = [firstChild, after].map((node) => blocksOfNode(node.toJSON(), page.read))
    return isSame(blocks ?? [], expected ?? []) ? firstChild : after
  } catch {
    return after
  }
}

/** Text that is added where the cursor is goes after it, as in the source editor; marks for the next letter stay. */
function keepSelection({ selection, storedMarks }: EditorState, tr: Transaction): Transaction {
  if (selection instanceof TextSelection && selection.empty) {
    const at = tr.mapping.map(selection.head, -1)
    if (tr.doc.resolve(at).parent.inlineContent) tr.setSelection(TextSelection.create(tr.doc, at))
  }
  return storedMarks === null ? tr : tr.setStoredMarks(storedMarks)
}
