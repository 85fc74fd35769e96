import { expect, test } from 'vitest'
import { cardsFromEditor, cardsSource } from './cards.ts'
import type { EditorNode } from './nodes.ts'
import { openPage, textOf } from './page.ts'
import {
  cellWithLinks,
  cellWithOptions,
  headerColumns,
  linksIn,
  optionsIn,
  ratingIn,
  withColumnTitle,
} from './value-cells.ts'
import { writePage } from './write-page.ts'

const grid = `<table data-full-width="true"><thead><tr><th width="120.5">Name</th><th>Status<select><option value="a" label="In progress" color="blue"></option><option value="b" label="Q &#x26; A" color="green"></option></select></th>
<th data-type="rating" data-max="4">Score</th><th data-type="checkbox">Ready</th><th data-type="files"></th><th data-hidden>x</th></tr></thead><tbody>
<tr><td>Beans</td><td><span  data-option="a">In progress</span></td><td>3</td><td>true</td><td><a href="/files/f1">a.pdf</a></td><td>y</td></tr>
<tr><td><strong>Mills</strong></td><td></td><td></td><td>false</td><td></td><td></td></tr>
</tbody></table>`
const cards = grid.replace('<table', '<table data-view="cards"')

const nodeOf = (source: string): EditorNode => {
  const node = openPage(source).blocks[0]?.node
  if (node?.type !== 'cards') throw new Error('This is no table with rows')
  return node
}

/** The node with other HTML in the cell of a column of the first row. */
const withCell = (node: EditorNode, column: number, html: string): EditorNode => ({
  ...node,
  content: node.content?.map((row, nth) => ({
    ...row,
    content: row.content?.map((cell, at) =>
      nth === 0 && at === column ? { ...cell, attrs: { ...cell.attrs, html } } : cell,
    ),
  })),
})

test.each([
  ['a grid', grid],
  ['cards', cards],
])('the typed columns of %s are values, and only the cell that changes is written', (_name, table) => {
  const text = `One\n\n${table}\n\nTwo\n`
  const page = openPage(text)
  expect(textOf(page)).toBe(text)
  const node = nodeOf(table)
  expect(node.content?.[0]?.content?.map(({ type }) => type)).toEqual([
    'cardCell',
    'valueCell',
    'valueCell',
    'valueCell',
    'valueCell',
  ])
  const edits = [
    [1, cellWithOptions(columns(node)[1] ?? none, ['b']), '<span  data-option="a">In progress</span>'],
    [2, '4', '3'],
    [3, 'false', 'true'],
  ] as const
  for (const [column, html, before] of edits) {
    const edited = withCell(node, column, html)
    const result = writePage(page, [{ kept: 0 }, { node: edited, replaces: 1 }, { kept: 2 }])
    expect(result).toBe(text.replace(`<td>${before}</td>`, () => `<td>${html}</td>`))
    expect(cardsFromEditor(nodeOf(cardsFromEditor(edited)))).toBe(cardsFromEditor(edited))
  }
})

const none = { title: '', type: '', options: [], isMultiple: false, max: 5, width: 0, align: '' }
const columns = (node: EditorNode) => headerColumns(cardsSource(node))

test('columns, options, ratings and links are read and written', () => {
  const [name, status, score, , files] = columns(nodeOf(grid))
  expect(name).toMatchObject({ title: 'Name', type: 'text', width: 120.5 })
  expect(status).toMatchObject({ title: 'Status', type: 'select', isMultiple: false })
  expect(score).toMatchObject({ type: 'rating', max: 4 })
  expect(files?.type).toBe('files')
  expect(cellWithOptions(status ?? none, ['b', 'a', 'c'])).toBe(
    '<span data-option="a">In progress</span>, <span data-option="b">Q &#x26; A</span>',
  )
  expect(optionsIn('<span data-option="a">x</span>, <span data-option="c"></span>')).toEqual(['a', 'c'])
  expect(['3', '', '7', 'x'].map((html) => ratingIn(html, 4))).toEqual([3, 0, 0, 0])
  const cell = '<a  href="/files/f1">a.pdf</a>'
  expect(linksIn(cell)).toEqual([{ address: '/files/f1', label: 'a.pdf' }])
  const added = { address: '/pages/p1', label: 'A <b>' }
  expect(cellWithLinks(cell, [...linksIn(cell), added])).toBe(
    `${cell}, <a href="/pages/p1">A &#x3c;b&#x3e;</a>`,
  )
  expect(cellWithLinks(cell, [])).toBe('')
})

test('the title of a column changes nothing else in the header', () => {
  const source = cardsSource(nodeOf(grid))
  expect(withColumnTitle(source, 1, 'State & more')?.opening).toBe(
    source.opening.replace('>Status<', '>State &#x26; more<'),
  )
  expect(withColumnTitle(source, 4, 'Files')?.opening).toBe(
    source.opening.replace('data-type="files">', 'data-type="files">Files'),
  )
  const bold = nodeOf(grid.replace('>Name<', '><em>Name</em><'))
  expect(withColumnTitle(cardsSource(bold), 0, 'x')).toBe(null)
})
