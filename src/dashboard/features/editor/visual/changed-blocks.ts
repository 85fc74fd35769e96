import type { Node } from 'prosemirror-model'
import { Decoration } from 'prosemirror-view'
import type { PageBlock, VisualPage } from '#markup/visual/page.ts'
import { pairSteps, wordDiff } from '../../../components/diff/text-diff.ts'
import { canBecome } from './align-nodes.ts'
import { element } from './node-fields.ts'
import { nodeOf, type VisualDocument, writeDocument } from './visual-document.ts'

/** What differs from an earlier version, to show it in the text. */
export type ChangedBlocks = {
  readonly decorations: readonly Decoration[]
  /** The number of changes. The first block of each has its number in `data-change`. */
  readonly count: number
}

/** Shows a block that was removed. */
export type ShowRemoved = (markdown: string) => HTMLElement

type PlacedBlock = { readonly text: string; readonly node: Node; readonly at: number }

/** Compares the text in the editor with an earlier version of the page, block by block and then word by word. */
export function changedBlocks(
  base: VisualPage,
  opened: VisualDocument,
  doc: Node,
  showRemoved: ShowRemoved,
): ChangedBlocks {
  const blocks = placedBlocks(opened, doc)
  const steps = pairSteps(
    base.blocks.map(({ source }, index) => ({ text: source, index })),
    blocks.map(({ text }, index) => ({ text, index })),
  )
  const decorations: Decoration[] = []
  let count = 0
  let isInChange = false
  let end = 0
  for (const step of steps) {
    const now = step.kind === 'del' ? undefined : blocks[step.after.index]
    if (step.kind === 'same') isInChange = false
    else {
      const old = step.kind === 'add' ? undefined : base.blocks[step.before.index]
      if (!isInChange) count++
      const change = isInChange ? {} : { 'data-change': String(count) }
      isInChange = true
      decorations.push(...changedBlock(old, now, { end, change, showRemoved }))
    }
    if (now !== undefined) end = now.at + now.node.nodeSize
  }
  return { decorations, count }
}

function placedBlocks(opened: VisualDocument, doc: Node): PlacedBlock[] {
  const { text, spans } = writeDocument(opened, doc)
  const blocks: PlacedBlock[] = []
  doc.forEach((node, at, index) => {
    const span = spans[index]
    if (span !== undefined) blocks.push({ text: text.slice(span.start, span.end), node, at })
  })
  return blocks
}

type ChangeOptions = {
  /** The end of the block before, where a removed one was. */
  readonly end: number
  readonly change: Attributes
  readonly showRemoved: ShowRemoved
}

function changedBlock(
  old: PageBlock | undefined,
  now: PlacedBlock | undefined,
  { end, change, showRemoved }: ChangeOptions,
): Decoration[] {
  if (old === undefined) return now === undefined ? [] : [addedNode(now.at, now.node, change)]
  if (now === undefined) return [removedBlock(end, old.source, change, showRemoved)]
  const { node, at } = now
  const before = nodeOf(old)
  const words = node.isAtom || !canBecome(before, node) ? null : editedWords(before, node, at)
  if (words !== null) return [markedNode(at, node, 'change-edited', change), ...words]
  return [removedBlock(at, old.source, change, showRemoved), addedNode(at, node)]
}

type Attributes = Readonly<Record<string, string>>

const markedNode = (at: number, node: Node, className: string, attributes: Attributes = {}): Decoration =>
  Decoration.node(at, at + node.nodeSize, { class: className, ...attributes })

const addedNode = (at: number, node: Node, attributes: Attributes = {}): Decoration =>
  markedNode(at, node, 'change-added', { 'aria-description': 'Added', ...attributes })

const removedBlock = (
  at: number,
  source: string,
  attributes: Attributes,
  showRemoved: ShowRemoved,
): Decoration =>
  Decoration.widget(
    at,
    () => {
      const removed = showRemoved(source)
      for (const [name, value] of Object.entries(attributes)) removed.setAttribute(name, value)
      return removed
    },
    // Before what is typed here.
    { key: `${attributes['data-change'] ?? ''} ${source}`, side: -1, ignoreSelection: true },
  )

type TextBlock = { readonly text: string; readonly node: Node; readonly at: number }

/** The parts of a block that have text of their own, with positions from the start of the text. */
function textBlocks(node: Node, at: number): TextBlock[] {
  const blocks: TextBlock[] = []
  const add = (one: Node, position: number) => {
    const text = one.textBetween(0, one.content.size, undefined, OBJECT)
    blocks.push({ text, node: one, at: position + 1 })
  }
  if (node.isTextblock) add(node, at)
  else
    node.descendants((one, offset) => {
      if (one.isTextblock) add(one, at + 1 + offset)
      return !one.isTextblock
    })
  return blocks
}

/** A character for an icon, an image or something else within text. */
const OBJECT = '\ufffc'

/** Added and removed words and lines; null if there is no text left to show them in. */
function editedWords(before: Node, node: Node, at: number): Decoration[] | null {
  const decorations: Decoration[] = []
  const [old, now] = [textBlocks(before, 0), textBlocks(node, at)]
  let end = now[0]?.at ?? at
  for (const step of pairSteps(old, now)) {
    if (step.kind === 'del') {
      if (now.length === 0) return null
      decorations.push(removedText(end, step.before.text, 'is-line'))
      continue
    }
    const { node: block, at: start, text } = step.after
    if (step.kind === 'add')
      decorations.push(markedNode(start - 1, block, 'change-added-line', { 'aria-description': 'Added' }))
    else if (step.kind === 'edit') decorations.push(...wordChanges(step.before.text, text, start))
    end = start + block.content.size
  }
  return decorations
}

function wordChanges(before: string, after: string, start: number): Decoration[] {
  const decorations: Decoration[] = []
  let at = start
  for (const { kind, text } of wordDiff(before, after)) {
    if (kind === 'del') {
      decorations.push(removedText(at, text))
      continue
    }
    if (kind === 'ins') decorations.push(Decoration.inline(at, at + text.length, { nodeName: 'ins' }))
    at += text.length
  }
  return decorations
}

const removedText = (at: number, text: string, className = ''): Decoration =>
  Decoration.widget(
    at,
    () => {
      const removed = element('del', className)
      removed.textContent = text.replaceAll(OBJECT, '□')
      removed.contentEditable = 'false'
      return removed
    },
    // A line below what is typed here, and words before it.
    { key: `${className} ${text}`, side: className === '' ? -1 : 1, ignoreSelection: true },
  )
