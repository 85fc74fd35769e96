import { rawFrontMatterOf } from '../front-matter.ts'
import type { Span } from '../nodes.ts'
import type { EditorNode } from './nodes.ts'
import { isSame, type PageBlock, type VisualPage } from './page.ts'
import { writeNode } from './rewrite.ts'

/** A block as it is in the editor: one of the page that did not change, or another node and what it replaces. */
export type EditedBlock =
  | { readonly kept: number }
  | { readonly node: EditorNode; readonly replaces?: number | undefined }

type Written = { readonly text: string; readonly from: number | undefined }

/** A text, and where each of its blocks is in it; undefined for those that Markdown cannot express. */
export type WrittenPage = {
  readonly text: string
  readonly spans: readonly (Span | undefined)[]
}

/** The text of a page after edits. Blocks that did not change, and what is between them, keep their bytes. */
export const writePage = (page: VisualPage, edited: readonly EditedBlock[]): string =>
  writeBlocks(page, edited).text

/** The text of a page after edits, with the place of each block. */
export function writeBlocks(
  page: VisualPage,
  edited: readonly EditedBlock[],
  write: (node: EditorNode, replaced?: PageBlock) => string = (node, replaced) =>
    writeNode(page, node, replaced),
): WrittenPage {
  const { blocks, lead, style } = page
  const emptyLine = style.lineEnding.repeat(2)
  const spans: (Span | undefined)[] = []
  let text = lead
  let before: Written | undefined
  for (const one of edited) {
    const from = 'kept' in one ? one.kept : one.replaces
    const replaced = from === undefined ? undefined : blocks[from]
    const written = { text: 'kept' in one ? (replaced?.source ?? '') : write(one.node, replaced), from }
    if (written.text === '') {
      spans.push(undefined)
      continue
    }
    if (before !== undefined) text += separator(page, before, written, emptyLine)
    spans.push({ start: text.length, end: text.length + written.text.length })
    text += written.text
    before = written
  }
  if (before !== undefined) text += blocks.at(-1)?.gap || (blocks.length === 0 ? style.lineEnding : '')
  // A rule at the start would begin front matter, and hide everything down to the next one.
  const isHidden = before !== undefined && lead === '' && rawFrontMatterOf(text) !== ''
  return { text: isHidden ? text.replace('---', '***') : text, spans }
}

/** The lines between two blocks: those of the page, if the blocks are neighbors there and still two blocks with them. */
function separator(page: VisualPage, before: Written, after: Written, emptyLine: string): string {
  const { blocks, read } = page
  const gap = before.from === undefined ? undefined : blocks[before.from]?.gap
  if (gap === undefined || after.from !== (before.from ?? 0) + 1) return emptyLine
  const isKept = before.text === blocks[before.from ?? 0]?.source && after.text === blocks[after.from]?.source
  if (isKept || /\n\s*\n/.test(gap)) return gap
  const areTwo = isSame(read(before.text + gap + after.text), [...read(before.text), ...read(after.text)])
  return areTwo ? gap : emptyLine
}
