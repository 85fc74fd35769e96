import type { DocumentNode } from '#contract/documents.ts'
import { mdastWriter } from '../document/mdast-writer.ts'
import { writeBlocks } from '../document/write.ts'
import { mergeLines } from '../merge-lines.ts'
import type { EditorNode } from './nodes.ts'
import { blocksOfNode, isSame, type PageBlock, type VisualPage } from './page.ts'

/**
 * The text of a changed node. If it replaces a block, what did not change is taken from the source of that block,
 * word for word. Every candidate is read again, and the first one that says the same is used.
 * @throws {DocumentError} if the node is invalid
 */
export function writeNode(page: VisualPage, node: EditorNode, replaced?: PageBlock): string {
  const { read, style } = page
  if (node.type === 'source') return String(node.attrs?.markdown ?? '')
  const blocks = blocksOfNode(node, read)
  if (blocks.length === 0) return ''
  const before = replaced === undefined ? null : blocksOfNode(replaced.node, read)
  const withEnding = (text: string) => text.replaceAll('\n', style.lineEnding)
  let last = ''
  for (const text of candidates(page, blocks, before, replaced?.source.replaceAll('\r\n', '\n') ?? '')) {
    last = text
    if (isSame(read(text), blocks)) return withEnding(text)
  }
  return withEnding(last)
}

function* candidates(
  { style }: VisualPage,
  blocks: readonly DocumentNode[],
  before: readonly DocumentNode[] | null,
  source: string,
): Generator<string> {
  const writings = [
    { isStrict: false, writer: style.writer },
    { isStrict: true, writer: style.writer },
    { isStrict: false, writer: mdastWriter },
    { isStrict: true, writer: mdastWriter },
  ].map((writing) => (nodes: readonly DocumentNode[]) => writeBlocks(nodes, writing).trimEnd())
  for (const write of before === null ? [] : writings.slice(0, 2)) {
    const [was, is] = [write(before ?? []), write(blocks)]
    yield merged(source, was, is, /\s|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)
    yield merged(source, was, is, /[^\n]+|\n/g)
  }
  for (const write of writings) yield write(blocks)
}

/** Applies to `source` what differs between `was` and `is`; where both differ from `was`, `is` counts. */
function merged(source: string, was: string, is: string, token: RegExp): string {
  const [base, theirs, ours] = [was, is, source].map((text) => text.match(token) ?? [])
  const runs = mergeLines(base ?? [], theirs ?? [], ours ?? [])
  return [...runs].flatMap((run) => ('lines' in run ? run.lines : run.theirs)).join('')
}
