import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode } from '#contract/documents.ts'
import { corpus } from '#testing/page-corpus.ts'
import { arbitraryDocument } from '../document/arbitrary-documents.ts'
import { block } from '../document/nodes.ts'
import { normalizeDocument } from '../document/normalize.ts'
import { cardAddress, emptyCard, withAddress, withColumn } from './card-addresses.ts'
import { cellFromEditor, cellToEditor } from './card-cell.ts'
import { cardSource, cardsFromEditor, cardsSource, cardsToEditor, gridToEditor } from './cards.ts'
import { type EditorNode, editorNode, emptyParagraph } from './nodes.ts'
import { openPage, textOf } from './page.ts'
import { writePage } from './write-page.ts'

const settings = { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 17) }

const table = `<table data-card-size="large" data-view="cards" data-full-width="false">
  <thead><tr><th>Title</th><th></th><th data-hidden data-card-cover data-type="image">Cover</th>
    <th data-hidden data-card-target data-type='content-ref'></th><th data-hidden><select></select></th></tr></thead>
  <tbody>
    <tr><td><h4><i class="fa-mug">:mug:</i></h4></td><td><strong>Beans</strong><br>Green &#x26; roasted.</td><td><a href="a (1).png">a.png</a></td><td><a href="beans.md">beans.md</a></td><td>x</td></tr>
    <tr class="odd"><td align="center">Mills</td><td><p>One</p>
      <ul><li>Two</li><li>Three<ol start="4"><li>Four</li></ol></li></ul></td><td></td><td></td><td></td></tr>
  </tbody>
</table>`

const cards = (markdown = table): EditorNode => {
  const node = cardsToEditor(markdown) ?? gridToEditor(markdown)
  if (node === null) throw new Error('These are no cards')
  return node
}

const changed = (before: string, after: string): string[] => {
  const lines = before.split('\n')
  return after.split('\n').filter((line, at) => line !== lines[at])
}

test('cards are read with their headings, lists and line breaks, and written as they were', () => {
  const node = cards()
  const shown = node.content?.map(({ content }) =>
    content?.map((cell) => cell.content?.map(({ type }) => type)),
  )
  expect(shown).toEqual([
    [['cardHeading'], ['paragraph']],
    [['paragraph'], ['paragraph', 'bulletList']],
  ])
  expect(cardsSource(node).columns).toEqual(['text', 'text', 'cover', 'target', 'kept'])
  expect(cardsFromEditor(node)).toBe(table)
  const page = openPage(`One\n\n${table}\n\nTwo\n`)
  expect(page.blocks.map((one) => one.node.type)).toEqual(['paragraph', 'cards', 'paragraph'])
  expect(textOf(page)).toBe(`One\n\n${table}\n\nTwo\n`)
})

/** The node with another text in place of one. */
const withText = (node: EditorNode, from: string, to: string): EditorNode =>
  node.text === undefined
    ? { ...node, ...(node.content && { content: node.content.map((child) => withText(child, from, to)) }) }
    : { ...node, text: node.text.replace(from, to) }

test.each([
  ['roasted', 'roasted today'],
  ['Mills', 'Mills <b> & {% hint %}'],
  ['Three', 'Three and a half'],
])('a change of “%s” changes only that cell', (from, to) => {
  const text = cardsFromEditor(withText(cards(), from, to))
  const escaped = to.replace(/[&<>{}]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
  expect(text).toBe(table.replace(from, escaped))
})

test('cards that are added, copied, moved and deleted leave the lines of the others', () => {
  const node = cards()
  const [first, second] = node.content ?? []
  if (first === undefined || second === undefined) throw new Error('Two cards are expected')
  const added = editorNode('card', emptyCard(cardSource(second)), [
    editorNode('cardCell', {}, cellToEditor([])),
    editorNode('cardCell', {}, [{ ...emptyParagraph, content: [{ type: 'text', text: 'New' }] }]),
  ])
  const withCards = (...content: EditorNode[]) => cardsFromEditor({ ...node, content })
  const lines = table.split('\n')
  expect(changed(withCards(second, first), table).length).toBe(3)
  expect(withCards(second)).toBe([...lines.slice(0, 4), ...lines.slice(5)].join('\n'))
  expect(withCards(first, first, second)).toBe([...lines.slice(0, 5), ...lines.slice(4)].join('\n'))
  const row = '    <tr class="odd"><td align="center"></td><td>New</td><td></td><td></td><td></td></tr>'
  expect(withCards(first, second, added)).toBe([...lines.slice(0, 7), row, ...lines.slice(7)].join('\n'))
})

test('the target and the covers of a card are read and changed, also where the table has no such column', () => {
  const node = cards()
  const [first] = node.content ?? []
  const [source, card] = [cardsSource(node), cardSource(first ?? node)]
  expect(['target', 'cover', 'darkCover'].map((kind) => cardAddress(source, card, kind as 'target'))).toEqual(
    ['beans.md', 'a (1).png', ''],
  )
  const linked = withAddress(source, card, 'target', { address: '/pages/p1', label: 'A & B' })
  expect(linked.cells).toEqual(card.cells.with(3, '<a href="/pages/p1">A &#x26; B</a>'))
  expect(withAddress(source, card, 'cover', { address: '', label: '' }).cells[2]).toBe('')
  const wider = withColumn(source, 'darkCover')
  const dark = withAddress(wider?.source ?? source, wider?.card(card) ?? card, 'darkCover', {
    address: '"x".png',
    label: 'x.png',
  })
  const attrs = { ...wider?.source }
  const text = cardsFromEditor(editorNode('cards', attrs, [{ ...first, type: 'card', attrs: dark }]))
  const read = cards(text)
  expect(cardsSource(read)).toEqual(wider?.source)
  expect(cardAddress(cardsSource(read), cardSource(read.content?.[0] ?? read), 'darkCover')).toBe('"x".png')
  expect(text).toContain('<th data-hidden data-card-cover-dark data-type="image"></th></tr></thead>')
  expect(withColumn(source, 'target')).toBe(null)
})

const simple = (head: string, row: string) =>
  `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`

test.each([
  ['a header across columns', simple('<th colspan="2"></th>', '<td>a</td>')],
  [
    'two targets',
    simple('<th></th><th data-card-target></th><th data-card-target></th>', '<td>a</td><td></td><td></td>'),
  ],
  ['no column of text', simple('<th data-card-cover></th>', '<td>a</td>')],
  ['a row with fewer cells', simple('<th></th><th></th>', '<td>a</td>')],
  ['a cell with other blocks', simple('<th></th>', '<td><blockquote>a</blockquote></td>')],
  ['a paragraph with attributes', simple('<th></th>', '<td><p align="center">a</p></td>')],
  ['a nested table', simple('<th></th>', '<td><table><tr><td>a</td></tr></table></td>')],
  ['no rows', simple('<th></th>', '<td>a</td>').replace(/<tr><td>.*<\/tr>(?=<\/tbody)/, '')],
  ['a comment between rows', simple('<th></th>', '<td>a</td></tr><!-- b --><tr><td>c</td>')],
  ['tags that are not closed', simple('<th></th>', '<td>a').replace('<tr><td>a</tr>', '<tr><td>a')],
  ['a caption', simple('<th></th>', '<td>a</td>').replace('<thead>', '<caption>a</caption><thead>')],
  ['text after it', `${simple('<th></th>', '<td>a</td>')} b`],
])('%s stays source', (_name, markdown) => {
  expect(cardsToEditor(markdown)).toBe(null)
  const page = openPage(markdown)
  expect(page.blocks.map(({ node }) => node.type)).not.toContain('cards')
  expect(textOf(page)).toBe(markdown)
})

test('formatting that HTML cannot express is written as text, and nothing ends the cell', () => {
  const node = cards(simple('<th></th>', '<td>a</td>'))
  const inlines = ['</td></tr></table>', '<!--', '<b>'].map(
    (html): EditorNode => ({ type: 'inlineNode', attrs: { kind: 'html', data: { html } } }),
  )
  for (const one of inlines) {
    const content = [{ ...emptyParagraph, content: [{ type: 'text', text: 'Mind ' }, one] }]
    const card = editorNode('card', node.content?.[0]?.attrs ?? {}, [editorNode('cardCell', {}, content)])
    let isPlain = false
    const text = cardsFromEditor({ ...node, content: [card, ...(node.content ?? [])] }, () => {
      isPlain = true
    })
    expect(isPlain, text).toBe(true)
    expect(cards(text).content?.length, text).toBe(2)
  }
})

const lineEndings = table.replaceAll('\n', '\r\n')

test('cards keep their line endings', () => {
  const page = openPage(`One\r\n\r\n${lineEndings}\r\n`)
  const node = page.blocks[1]?.node
  expect(node?.type).toBe('cards')
  if (node === undefined) return
  const text = writePage(page, [{ kept: 0 }, { node: withText(node, 'Mills', 'Mill'), replaces: 1 }])
  expect(text).toBe(`One\r\n\r\n${lineEndings.replace('Mills', 'Mill')}\r\n`)
})

/** The node with a word at the end of its first text; null if it has no text. */
function withWord(node: EditorNode): EditorNode | null {
  if (node.text !== undefined) return { ...node, text: `${node.text} again` }
  for (const [index, child] of (node.content ?? []).entries()) {
    const changed = withWord(child)
    if (changed !== null) return { ...node, content: node.content?.with(index, changed) }
  }
  return null
}

const pieces = (card: EditorNode): string[] => {
  const { between, cells } = cardSource(card)
  return between.flatMap((text, index) => [text, ...cells.slice(index, index + 1)])
}

const pages = await corpus()

/** The cards of all pages; more of them with `CORPUS`. */
const allCards = pages.flatMap(([name, text]) =>
  openPage(text).blocks.flatMap(({ node, source }) =>
    node.type === 'cards' ? [{ name, node, source }] : [],
  ),
)

test('a word in any cell of any page changes no other byte', () => {
  let cells = 0
  for (const { name, node, source } of allCards) {
    const rows = node.content ?? []
    const { opening, closing } = cardsSource(node)
    expect(cardsFromEditor(node), name).toBe(source.trimEnd())
    for (const [at, row] of rows.entries()) {
      for (const [index, cell] of (row.content ?? []).entries()) {
        const edited = withWord(cell)
        if (edited === null) continue
        const card = { ...row, content: row.content?.with(index, edited) }
        const text = cardsFromEditor({ ...node, content: rows.with(at, card) })
        const read = cards(text).content?.[at]
        const [before, after] = [pieces(row), pieces(read ?? row)]
        const changed = before.flatMap((piece, nth) => (piece === after[nth] ? [] : [nth]))
        expect([name, changed.length, after.length]).toEqual([name, 1, before.length])
        expect(cellFromEditor(read?.content?.[index]?.content)).toEqual(cellFromEditor(edited.content))
        const others = rows.map((other, nth) => (nth === at ? after : pieces(other)).join(''))
        expect(text).toBe(opening + others.join('') + closing)
        cells += 1
      }
    }
  }
  expect(cells).toBeGreaterThan(0)
})

/** What a cell may contain in the editor: the paragraphs, headings and lists of any document. */
const cellBlocks = (nodes: readonly DocumentNode[] = []): DocumentNode[] =>
  nodes.flatMap(({ type = '', nodes: inner = [] }) => {
    if (type === 'paragraph') return [block('paragraph', {}, inner)]
    if (type.startsWith('heading-')) return [block('heading', { level: 4 }, inner)]
    if (!type.startsWith('list-')) return []
    const items = inner.map((item) => block('list-item', {}, cellBlocks(item.nodes)))
    return [block(type === 'list-ordered' ? type : 'list-unordered', {}, items)]
  })

const arbitraryCell = arbitraryDocument.map((document) => cellBlocks(normalizeDocument(document).nodes))

const step = fc.record({
  action: fc.constantFrom('write', 'add', 'copy', 'move', 'remove'),
  at: fc.nat(),
  to: fc.nat(),
  cell: arbitraryCell,
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function edit(rows: readonly EditorNode[], { action, at, to, cell }: Step): readonly EditorNode[] {
  const index = at % rows.length
  const target = to % rows.length
  const row = rows[index]
  if (row === undefined) return rows
  if (action === 'write') {
    const cells = row.content?.with(to % 2, editorNode('cardCell', {}, cellToEditor(cell)))
    return rows.with(index, { ...row, content: cells })
  }
  if (action === 'copy') return rows.toSpliced(target, 0, row)
  if (action === 'move') return rows.toSpliced(index, 1).toSpliced(target, 0, row)
  if (action === 'remove') return rows.length > 1 ? rows.toSpliced(index, 1) : rows
  const cells = [0, 1].map(() => editorNode('cardCell', {}, [emptyParagraph]))
  return rows.toSpliced(target, 0, editorNode('card', emptyCard(cardSource(row)), cells))
}

const shownIn = ({ content = [] }: EditorNode) =>
  content.map((row) => row.content?.map((cell) => cellFromEditor(cell.content)))

test('what the editor shows after any edits of cards is what the text says', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      const node = cards()
      const edited = { ...node, content: steps.reduce(edit, node.content ?? []) }
      let isPlain = false
      const text = cardsFromEditor(edited, () => {
        isPlain = true
      })
      const [only, ...more] = openPage(text).blocks
      expect([only?.node.type, more.length], text).toEqual(['cards', 0])
      expect(only?.node.content?.length, text).toBe(edited.content.length)
      expect(text.startsWith(table.slice(0, table.indexOf('<tbody>')))).toBe(true)
      // Only a footnote, which HTML cannot express, is written as text.
      if (isPlain) expect(JSON.stringify(edited)).toContain('footnote-ref')
      else expect(shownIn(only?.node ?? node), text).toEqual(shownIn(edited))
    }),
    settings,
  )
})
