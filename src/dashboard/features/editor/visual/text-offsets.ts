import type { Node } from 'prosemirror-model'
import type { Selection } from 'prosemirror-state'
import { NodeSelection } from 'prosemirror-state'
import { commonLines } from '#markup/common-lines.ts'
import { WORDS } from '#markup/visual/merge-source.ts'
import type { WrittenPage } from '#markup/visual/write-page.ts'

/** A document of the editor and its text, with the place of each block in it. */
export type PlacedDocument = { readonly doc: Node; readonly written: WrittenPage }

/** The position in the editor for an offset in the text. In a block without text of its own it is before the block. */
export function positionAt({ doc, written }: PlacedDocument, offset: number): number {
  const { text, spans } = written
  const index = spans.findLastIndex((span) => span !== undefined && span.start <= offset)
  const [block, span] = [doc.maybeChild(index), spans[index]]
  if (block === null || block === undefined || span === undefined) return Math.min(1, doc.content.size)
  const start = doc.resolve(0).posAtIndex(index, 0)
  const { visible, runs } = alignmentOf(block, text.slice(span.start, span.end))
  if (visible.text === '') return block.isAtom || block.isLeaf ? start : Math.min(start + 1, doc.content.size)
  const at = offset - span.start
  const run = runs.findLast(({ source }) => source <= at) ?? { source: at, visible: 0, length: 0 }
  return start + visible.positionAt(run.visible + Math.min(at - run.source, run.length))
}

/** The offset in the text for a position in the editor. Between two blocks, `side` decides which one counts. */
export function offsetAt({ doc, written }: PlacedDocument, position: number, side: -1 | 1 = 1): number {
  const { text, spans } = written
  const $at = doc.resolve(Math.min(position, doc.content.size))
  const index = $at.depth > 0 || side > 0 ? $at.index(0) : $at.index(0) - 1
  const [block, span] = [doc.maybeChild(index), spans[index]]
  if (block === null || block === undefined || span === undefined)
    return (
      spans.slice(0, Math.max(0, index)).findLast((one) => one !== undefined)?.end ??
      spans.find(Boolean)?.start ??
      0
    )
  if ($at.depth === 0) return side > 0 ? span.start : span.end
  const { visible, runs } = alignmentOf(block, text.slice(span.start, span.end))
  const at = visible.indexAt($at.pos - $at.before(1))
  const isStart = at === 0 || visible.text[at - 1] === '\n'
  const run = isStart
    ? (runs.find((one) => one.visible + one.length > at) ?? runs.at(-1))
    : runs.findLast((one) => one.visible < at)
  if (run === undefined) return span.start
  return span.start + run.source + Math.max(0, Math.min(at - run.visible, run.length))
}

/** The offsets of a selection in the text. */
export const offsetsOf = (
  placed: PlacedDocument,
  selection: Selection,
): { readonly anchor: number; readonly head: number } => ({
  anchor: offsetAt(placed, selection.anchor),
  head: offsetAt(placed, selection.head, selection instanceof NodeSelection ? -1 : 1),
})

/** A stretch of text that is the same in the source of a block and in what is shown. */
type Run = { readonly source: number; readonly visible: number; readonly length: number }

type Alignment = {
  readonly source: string
  readonly visible: ReturnType<typeof visibleText>
  readonly runs: readonly Run[]
}

const alignments = new WeakMap<Node, Alignment>()

/** Which text of a block is shown where. Exact for plain text; a word that occurs twice can be taken for the other. */
function alignmentOf(block: Node, source: string): Alignment {
  const known = alignments.get(block)
  if (known !== undefined && known.source === source) return known
  const visible = visibleText(block)
  const result = { source, visible, runs: runsOf(source, visible.text) }
  alignments.set(block, result)
  return result
}

function runsOf(source: string, visible: string): Run[] {
  const [words, shown] = [source.match(WORDS) ?? [], visible.match(WORDS) ?? []]
  const [at, shownAt] = [startsOf(words), startsOf(shown)]
  const runs: Run[] = []
  for (const [index, other] of commonLines(words, shown)) {
    const run = { source: at[index] ?? 0, visible: shownAt[other] ?? 0, length: words[index]?.length ?? 0 }
    const last = runs.at(-1)
    const follows =
      last !== undefined &&
      last.source + last.length === run.source &&
      last.visible + last.length === run.visible
    if (follows) runs.splice(-1, 1, { ...last, length: last.length + run.length })
    else runs.push(run)
  }
  return runs
}

function startsOf(words: readonly string[]): number[] {
  let at = 0
  return words.map((word) => {
    at += word.length
    return at - word.length
  })
}

/** The text of a block with a line for each text block in it, and the position of each character in the block. */
function visibleText(block: Node) {
  let text = ''
  const positions: number[] = []
  let end = 1
  const read = (node: Node, start: number) => {
    if (node.isTextblock) {
      if (positions.length > 0) {
        text += '\n'
        positions.push(end)
      }
      end = start + 1
    }
    node.forEach((child, offset) => {
      const at = start + 1 + offset
      if (child.isText || child.type.name === 'hardBreak') {
        const part = child.text ?? '\n'
        text += part
        for (let index = 0; index < part.length; index++) positions.push(at + index)
      } else read(child, at)
      if (node.isTextblock) end = at + child.nodeSize
    })
  }
  read(block, 0)
  return {
    text,
    positionAt: (index: number) => positions[index] ?? end,
    indexAt: (position: number) => {
      const index = positions.findIndex((one) => one >= position)
      return index < 0 ? positions.length : index
    },
  }
}
