import { rawFrontMatterOf } from '../front-matter.ts'
import type { EditorNode } from './nodes.ts'
import { isSame, type PageBlock, type VisualPage } from './page.ts'
import { writeNode } from './rewrite.ts'

/** A block as it is in the editor: one of the page that did not change, or another node and what it replaces. */
export type EditedBlock =
  | { readonly kept: number }
  | { readonly node: EditorNode; readonly replaces?: number | undefined }

type Written = { readonly text: string; readonly from: number | undefined }

/** The text of a page after edits. Blocks that did not change, and what is between them, keep their bytes. */
export function writePage(
  page: VisualPage,
  edited: readonly EditedBlock[],
  write: (node: EditorNode, replaced?: PageBlock) => string = (node, replaced) =>
    writeNode(page, node, replaced),
): string {
  const { blocks, lead, style } = page
  const written = edited.flatMap((one): Written[] => {
    if ('kept' in one) return [{ text: blocks[one.kept]?.source ?? '', from: one.kept }]
    const { node, replaces } = one
    const text = write(node, replaces === undefined ? undefined : blocks[replaces])
    return text === '' ? [] : [{ text, from: replaces }]
  })
  const emptyLine = style.lineEnding.repeat(2)
  let text = lead
  for (const [index, one] of written.entries()) {
    const before = written[index - 1]
    if (before !== undefined) text += separator(page, before, one, emptyLine)
    text += one.text
  }
  const last = written.at(-1)
  if (last === undefined) return text
  text += blocks.at(-1)?.gap || (blocks.length === 0 ? style.lineEnding : '')
  // A rule at the start would begin front matter, and hide everything down to the next one.
  return lead === '' && rawFrontMatterOf(text) !== '' ? text.replace('---', '***') : text
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
