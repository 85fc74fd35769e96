import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode } from '#contract/documents.ts'
import { corpus } from '#testing/page-corpus.ts'
import { arbitraryDocument } from '../document/arbitrary-documents.ts'
import { normalizeDocument } from '../document/normalize.ts'
import { markdownOf } from '../document/write.ts'
import { type EditorNode, editorNode } from './nodes.ts'
import { blocksOfNode, isSame, openPage, textOf } from './page.ts'
import { type EditedBlock, writePage } from './write-page.ts'

const settings = { numRuns: Number(process.env.RUNS ?? 40), seed: Number(process.env.SEED ?? 17) }
const pages = await corpus()

test.each(pages)('opening and saving %s changes no byte', (_name, text) => {
  const page = openPage(text)
  expect(textOf(page)).toBe(text)
  expect(
    writePage(
      page,
      page.blocks.map((_, kept) => ({ kept })),
    ),
  ).toBe(text)
})

/** Every block kind and the ways of several authors; all pages with `CORPUS`. */
const samples = process.env.CORPUS
  ? pages
  : pages.filter(([name]) => !name.includes('/') || name.startsWith('write/'))

test.each(samples)('changing one word of %s changes no line of another block', (_name, text) => {
  const page = openPage(text)
  for (const [index, { node, source, gap }] of page.blocks.entries()) {
    const edited = withWord(node)
    if (edited === null) continue
    const items = page.blocks.map(
      (_, kept): EditedBlock => (kept === index ? { node: edited, replaces: kept } : { kept }),
    )
    const result = writePage(page, items)
    const before =
      page.lead +
      page.blocks
        .slice(0, index)
        .map((one) => one.source + one.gap)
        .join('')
    const after =
      gap +
      page.blocks
        .slice(index + 1)
        .map((one) => one.source + one.gap)
        .join('')
    expect(result.startsWith(before)).toBe(true)
    expect(result.endsWith(after)).toBe(true)
    const written = result.slice(before.length, result.length - after.length)
    expect(isSame(page.read(written), blocksOfNode(edited, page.read)), written).toBe(true)
    if (node.type === 'paragraph') expect(changedLines(source, written), written).toBeLessThanOrEqual(1)
  }
})

const arbitraryPage = arbitraryDocument.map((document) => markdownOf(normalizeDocument(document)))

test('opening and saving generated pages changes no byte', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(arbitraryPage, (text) => {
      expect(textOf(openPage(text))).toBe(text)
    }),
    settings,
  )
})

test('a rule that is moved to the start of a page hides nothing', () => {
  const page = openPage('One\n\n---\n\nTwo\n\n---\n')
  expect(writePage(page, [{ kept: 1 }, { kept: 0 }, { kept: 2 }, { kept: 3 }])).toBe(
    '***\n\nOne\n\nTwo\n\n---\n',
  )
})

test('what the editor shows after any edits is what the text says', { timeout: 60_000 }, () => {
  const step = fc.record({
    at: fc.nat(),
    action: fc.constantFrom('word', 'remove', 'move', 'insert', 'copy'),
    to: fc.nat(),
  })
  fc.assert(
    fc.property(arbitraryPage, arbitraryPage, fc.array(step, { maxLength: 6 }), (text, other, steps) => {
      const page = openPage(text)
      const inserted = openPage(other).blocks.map(({ node }) => node)
      const items = steps.reduce(
        (all, { at, action, to }) =>
          edit(
            all,
            page.blocks.map(({ node }) => node),
            action,
            at,
            to,
            inserted,
          ),
        page.blocks.map((_, kept): EditedBlock => ({ kept })),
      )
      const shown = items.flatMap((item) =>
        'kept' in item ? (page.blocks[item.kept]?.node ?? []) : item.node,
      )
      const expected = shown.flatMap((node) => blocksOfNode(node, page.read))
      if (hasAdjacentLists(expected)) return
      const result = writePage(page, items)
      const read = openPage(result)
      expect(
        isSame(
          read.blocks.flatMap(({ node }) => blocksOfNode(node, read.read)),
          expected,
        ),
        result,
      ).toBe(true)
    }),
    settings,
  )
})

/** The editor joins neighboring lists of the same kind, as Markdown does. */
const hasAdjacentLists = (blocks: readonly DocumentNode[]): boolean =>
  blocks.some(({ type }, index) => type?.startsWith('list-') && blocks[index + 1]?.type === type)

function edit(
  all: readonly EditedBlock[],
  nodes: readonly EditorNode[],
  action: string,
  at: number,
  to: number,
  inserted: readonly EditorNode[],
): EditedBlock[] {
  const index = at % (all.length || 1)
  const item = all[index]
  const insert = inserted[to % (inserted.length || 1)]
  if (action === 'insert' && insert !== undefined) return all.toSpliced(index, 0, { node: insert })
  if (item === undefined) return [...all]
  const node = 'kept' in item ? nodes[item.kept] : item.node
  const replaces = 'kept' in item ? item.kept : item.replaces
  const changed = node === undefined ? null : withWord(node)
  if (action === 'word' && changed !== null) return all.with(index, { node: changed, replaces })
  if (action === 'copy') return all.toSpliced(to % all.length, 0, item)
  if (action === 'remove') return all.toSpliced(index, 1)
  if (action === 'move') return all.toSpliced(index, 1).toSpliced(to % all.length, 0, item)
  return [...all]
}

/** The node with a word at the end of its first text; null if it has no text. */
function withWord(node: EditorNode): EditorNode | null {
  if (node.type === 'text') return { ...node, text: `${node.text} again` }
  for (const [index, child] of (node.content ?? []).entries()) {
    const changed = withWord(child)
    if (changed !== null) return { ...node, content: node.content?.with(index, changed) }
  }
  return null
}

const changedLines = (before: string, after: string): number => {
  const lines = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !lines.has(line)).length
}

test('a block that the editor cannot show is source, word for word', () => {
  const text =
    '---\ntitle: x\n---\n\n{% hint %}\n\nnever closed\n\n[a]: /b\n\n<table><tr><td rowspan="2">a</td></tr></table>\n'
  const page = openPage(text)
  const source = (markdown: string) => editorNode('source', { markdown })
  expect(page.lead).toBe('---\ntitle: x\n---\n\n')
  expect(page.blocks.map(({ node }) => node)).toEqual([
    source('{% hint %}'),
    expect.objectContaining({ type: 'paragraph' }),
    source('[a]: /b'),
    source('<table><tr><td rowspan="2">a</td></tr></table>'),
  ])
})
