import type { DocumentNode } from '#contract/documents.ts'
import { DocumentError } from '../document/document-error.ts'
import { mdastWriter } from '../document/mdast-writer.ts'
import { writeBlocks } from '../document/write.ts'
import { cardsFromEditor } from './cards.ts'
import { LINES, mergeSource, WORDS } from './merge-source.ts'
import type { EditorNode } from './nodes.ts'
import { blocksOfNode, isSame, type PageBlock, type VisualPage } from './page.ts'
import { fenced, withoutMarks } from './plain-text.ts'

/**
 * The text of a changed node. If it replaces a block, what did not change is taken from the source of that block,
 * word for word. Every candidate is read again, and the first one that says the same is used. If there is none, the
 * node is written as plain text, which `onPlain` reports.
 */
export function writeNode(
  page: VisualPage,
  node: EditorNode,
  replaced?: PageBlock,
  onPlain: () => void = () => undefined,
): string {
  if (node.type === 'source') return String(node.attrs?.markdown ?? '')
  if (node.type === 'cards') return cardsFromEditor(node, onPlain)
  const faithful = faithfulText(page, node, replaced)
  if (faithful === null) onPlain()
  const text = faithful ?? faithfulText(page, withoutMarks(node)) ?? fenced(node)
  // A page can have both line endings, for example in pasted code.
  return text.replaceAll(/\r?\n/g, lineEndingIn(replaced?.source ?? '') ?? page.style.lineEnding)
}

const lineEndingIn = (source: string): string | undefined =>
  ['\r\n', '\n'].find((one) => source.includes(one))

/** Such as `&#x6E;`, which the writer uses where nothing else works. */
const CHARACTER_REFERENCE = /&#x[0-9A-F]+;/

/**
 * The text that says the same as a node, without character references where possible; null if none was found or the
 * node is invalid.
 */
function faithfulText(page: VisualPage, node: EditorNode, replaced?: PageBlock): string | null {
  try {
    const blocks = blocksOfNode(node, page.read)
    if (blocks.length === 0) return ''
    const before = replaced === undefined ? null : blocksOfNode(replaced.node, page.read)
    const source = replaced?.source.replaceAll('\r\n', '\n') ?? ''
    let withReferences: string | null = null
    for (const text of candidates(page, blocks, before, source)) {
      if (!isSame(page.read(text), blocks)) continue
      if (!CHARACTER_REFERENCE.test(text) || CHARACTER_REFERENCE.test(source)) return text
      withReferences ??= text
    }
    return withReferences
  } catch (error) {
    if (error instanceof DocumentError) return null
    throw error
  }
}

function* candidates(
  { style }: VisualPage,
  blocks: readonly DocumentNode[],
  before: readonly DocumentNode[] | null,
  source: string,
): Generator<string> {
  for (const writer of [style.writer, style.inWordWriter, mdastWriter]) {
    const writings = [false, true].map(
      (isStrict) => (nodes: readonly DocumentNode[]) =>
        writeBlocks(nodes, { isStrict, writer }).replace(/\n+$/, ''),
    )
    for (const write of before === null || writer === mdastWriter ? [] : writings) {
      const [was, is] = [write(before ?? []), write(blocks)]
      yield mergeSource(source, was, is, WORDS)
      yield mergeSource(source, was, is, LINES)
    }
    for (const write of writings) yield write(blocks)
  }
}
