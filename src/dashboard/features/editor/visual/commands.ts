import {
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Fragment, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { goToNextCell, isInTable } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { cardCommands, focusCardControls, previousCell } from './card-commands.ts'
import type { NodeContext } from './node-fields.ts'
import { openSelected } from './open-block.ts'
import { type MarkName, schema } from './schema.ts'
import { nodesOf } from './visual-document.ts'

const { nodes, marks } = schema

const hardBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code === true) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.hardBreak.create()).scrollIntoView())
  return true
}

/** Enter in a list: a new item, a task after a task; at the end of an empty item, out of the list. */
const splitItem: Command = (state, dispatch) => {
  const { $from } = state.selection
  const isTask = typeof $from.node(-1)?.attrs.checked === 'boolean'
  return splitListItem(nodes.listItem, { checked: isTask ? false : null })(state, dispatch)
}

/** Enter in the title of an expandable goes to its text; Enter in a cell begins a new line. */
const enterTitle: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== nodes.expandableTitle) return false
  dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after()), 1)).scrollIntoView())
  return true
}
const enterCell: Command = (state, dispatch, view) => isInTable(state) && hardBreak(state, dispatch, view)

const mark = (name: MarkName) => toggleMark(marks[name])

export const keys: Readonly<Record<string, Command>> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Mod-b': mark('bold'),
  'Mod-i': mark('italic'),
  'Mod-e': mark('code'),
  'Mod-Shift-x': mark('strikethrough'),
  'Shift-Enter': chainCommands(exitCode, hardBreak),
  Enter: chainCommands(
    openSelected,
    newlineInCode,
    enterTitle,
    enterCell,
    splitItem,
    createParagraphNear,
    liftEmptyBlock,
    splitBlock,
  ),
  Tab: chainCommands(goToNextCell(1), sinkListItem(nodes.listItem), focusCardControls),
  'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.listItem), previousCell),
  'Alt-ArrowUp': chainCommands(cardCommands.moveBack(), moveBlock(-1)),
  'Alt-ArrowDown': chainCommands(cardCommands.moveForward(), moveBlock(1)),
  'Mod-d': chainCommands(cardCommands.duplicate(), (state, dispatch, view) =>
    duplicateBlock(state, dispatch, view),
  ),
}

type Block = { readonly node: Node; readonly from: number; readonly index: number }

/** The top-level block with the cursor. */
export function currentBlock({ $from }: Selection): Block | null {
  const index = $from.index(0)
  const node = $from.node(0).maybeChild(index)
  return node === null ? null : { node, index, from: $from.posAtIndex(index, 0) }
}

type Transaction = Parameters<NonNullable<Parameters<Command>[1]>>[0]

function changeBlock(change: (tr: Transaction, block: Block) => Transaction): Command {
  return (state, dispatch) => {
    const block = currentBlock(state.selection)
    if (block === null) return false
    dispatch?.(change(state.tr, block).scrollIntoView())
    return true
  }
}

/** Moves the block up or down, as it is. */
export function moveBlock(step: 1 | -1): Command {
  return (state, dispatch) => {
    const block = currentBlock(state.selection)
    const other = block === null ? null : state.doc.maybeChild(block.index + step)
    if (block === null || other === null) return false
    const { node, from } = block
    const tr = state.tr.delete(from, from + node.nodeSize)
    const to = step === 1 ? from + other.nodeSize : from - other.nodeSize
    tr.insert(to, node)
    const offset = Math.max(0, state.selection.head - from)
    const selection =
      NodeSelection.isSelectable(node) && node.isAtom
        ? NodeSelection.create(tr.doc, to)
        : Selection.near(tr.doc.resolve(Math.min(to + offset, tr.doc.content.size)))
    dispatch?.(tr.setSelection(selection).scrollIntoView())
    return true
  }
}

export const duplicateBlock: Command = changeBlock((tr, { from, node }) =>
  tr.insert(from + node.nodeSize, node),
)

export const deleteBlock: Command = (state, dispatch) => {
  const block = currentBlock(state.selection)
  if (block === null) return false
  const { from, node } = block
  const tr = state.tr
  if (state.doc.childCount === 1) tr.replaceWith(from, from + node.nodeSize, nodes.paragraph.create())
  else tr.delete(from, from + node.nodeSize)
  dispatch?.(
    tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView(),
  )
  return true
}

/** Inserts blocks at the cursor, in place of an empty paragraph, and puts the cursor into them. */
export function insertNodes(
  view: EditorView,
  inserted: readonly Node[],
  range?: { from: number; to: number },
): void {
  const { state } = view
  const tr = range === undefined ? state.tr : state.tr.delete(range.from, range.to)
  if (inserted.length === 0) return
  if (!insertText(tr, inserted)) tr.setSelection(cursorIn(tr, insertBlocks(tr, inserted)))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/** Replaces the selected text by blocks, splits the paragraph with the cursor, and puts the cursor behind them. */
export function pasteNodes(view: EditorView, inserted: readonly Node[]): void {
  const { state } = view
  if (inserted.length === 0) return
  const tr = state.selection instanceof NodeSelection ? state.tr : state.tr.deleteSelection()
  if (!insertText(tr, inserted)) {
    const at = insertBlocks(tr, inserted, splitParagraph(tr, inserted))
    tr.setSelection(cursorBehind(tr, at + Fragment.from(inserted).size))
  }
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/** A single paragraph goes into the text with the cursor. */
function insertText(tr: Transaction, [only, ...more]: readonly Node[]): boolean {
  if (only?.type !== nodes.paragraph || more.length > 0 || !tr.selection.$from.parent.inlineContent)
    return false
  tr.replaceSelection(new Slice(only.content, 0, 0))
  return true
}

/** Inserts blocks at `split` or after the block with the cursor, in place of an empty paragraph. Returns where. */
function insertBlocks(tr: Transaction, inserted: readonly Node[], split?: number): number {
  const { $from } = tr.selection
  const depth = insertionDepth($from, inserted)
  const isEmpty =
    depth === $from.depth && $from.parent.type === nodes.paragraph && $from.parent.content.size === 0
  const after = depth === 0 ? $from.pos : isEmpty ? $from.before(depth) : $from.after(depth)
  const at = split ?? after
  const end = depth > 0 && isEmpty ? $from.after(depth) : at
  tr.replaceWith(at, end, [...inserted])
  return at
}

/** Where blocks go if the cursor is before the last letter of a paragraph: between its halves. */
function splitParagraph(tr: Transaction, inserted: readonly Node[]): number | undefined {
  const { $from } = tr.selection
  const { parent, parentOffset, depth, pos } = $from
  const isBeforeText = parent.type === nodes.paragraph && parentOffset < parent.content.size
  if (!isBeforeText || insertionDepth($from, inserted) !== depth) return undefined
  if (parentOffset === 0) return $from.before(depth)
  tr.split(pos)
  return pos + 1
}

/** The depth of the block that they are inserted after: in a cell of a card, only what it may contain. */
function insertionDepth($from: Transaction['selection']['$from'], inserted: readonly Node[]): number {
  const content = Fragment.from(inserted)
  const cell = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth).type).indexOf(
    nodes.cardCell,
  )
  for (let depth = cell < 0 ? $from.depth : cell + 1; depth > 0; depth--) {
    const index = $from.indexAfter(depth - 1)
    if ($from.node(depth - 1).canReplace(index, index, content)) return depth
  }
  return $from.depth
}

/** The first place for text in what was inserted. */
function cursorIn(tr: Transaction, at: number): Selection {
  const $at = tr.doc.resolve(at)
  const { nodeAfter } = $at
  if (nodeAfter?.isAtom && NodeSelection.isSelectable(nodeAfter)) return NodeSelection.create(tr.doc, at)
  return TextSelection.findFrom($at, 1, true) ?? Selection.near($at)
}

/** The last place for text in what was inserted before `end`. */
function cursorBehind(tr: Transaction, end: number): Selection {
  const $end = tr.doc.resolve(end)
  const { nodeBefore } = $end
  if (nodeBefore?.isAtom && NodeSelection.isSelectable(nodeBefore))
    return NodeSelection.create(tr.doc, end - nodeBefore.nodeSize)
  return TextSelection.findFrom($end, -1, true) ?? Selection.near($end, -1)
}

/** Replaces a block of source by what its new text says; an empty text removes it. */
export function replaceWithSource({ view, getPos, page }: NodeContext, markdown: string): void {
  const at = getPos()
  const node = at === undefined ? null : view.state.doc.nodeAt(at)
  if (at === undefined || node === null || node.attrs.markdown === markdown) return
  const blocks = nodesOf(markdown, page())
  const parent = view.state.doc.resolve(at).parent
  const content = blocks.length > 0 || parent.childCount > 1 ? blocks : [nodes.paragraph.create()]
  view.dispatch(view.state.tr.replaceWith(at, at + node.nodeSize, content))
}
