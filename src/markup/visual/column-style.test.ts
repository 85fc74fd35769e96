import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardSource, cardsFromEditor, cardsSource, gridToEditor } from './cards.ts'
import { withColumnAttribute, withoutAlign } from './column-style.ts'
import { headerColumns } from './value-cells.ts'

const table = (first: string, second: string, cell = '') =>
  `<table><thead><tr>\n  <th${first}>A</th><th${second}>B<br></th></tr></thead><tbody>\n<tr><td>1</td>  <td${cell}>2</td></tr>\n</tbody></table>`

const nodeOf = (source: string) => {
  const node = gridToEditor(source)
  if (node === null) throw new Error('This is no table with rows')
  return node
}

const changed = (source: string, index: number, name: 'align' | 'width', value: string) => {
  const node = nodeOf(source)
  const next = withColumnAttribute(cardsSource(node), index, name, value)
  return next && cardsFromEditor({ ...node, attrs: { ...node.attrs, ...next } })
}

test.each([
  ['', '120', ' width="120"'],
  [' width="80"', '', ''],
  [' width=80 align="right"', '', ' align="right"'],
  [" data-type='number'  width='80.5' align=center", '200', ` data-type='number'  width="200" align=center`],
  [' align="right" ', '40', ' width="40" align="right" '],
])('a width in a header with%s is written there and nowhere else', (before, value, after) => {
  expect(changed(table('', before), 1, 'width', value)).toBe(table('', after))
  expect(changed(table(before, ' align="left"'), 0, 'width', value)).toBe(table(after, ' align="left"'))
})

const attributes = fc
  .uniqueArray(
    fc.constantFrom(
      ' width="80"',
      ' align=right',
      " align='left'",
      ' data-type="number"',
      ' title="a > align=x"',
    ),
    { selector: (text) => text.split('=')[0] },
  )
  .map((all) => all.join(' '))

test('setting and removing attributes of a column changes only them', () => {
  fc.assert(
    fc.property(
      attributes,
      attributes,
      fc.nat(1),
      fc.constantFrom(['align', 'center'] as const, ['width', '320'] as const),
      (first, second, index, [name, value]) => {
        const source = table(first, second)
        const next = changed(source, index, name, value) ?? ''
        const [was, is] = [source, next].map((one) => headerColumns(cardsSource(nodeOf(one))))
        expect(String(is?.[index]?.[name])).toBe(value)
        expect(
          was?.map((column, at) => (at === index ? { ...column, [name]: is?.[at]?.[name] } : column)),
        ).toEqual(is)
        const written = [first, second].map((text) => text.match(/ width="80"| align=\S+/g) ?? [])
        const isWritten = written[index]?.some((text) => text.startsWith(` ${name}`)) === true
        const removed = changed(next, index, name, '')
        if (!isWritten) expect(removed).toBe(source)
      },
    ),
  )
})

test('a cell that is aligned in its own way is aligned like its column', () => {
  const row = nodeOf(table('', '', ` title='align="left"' align="right"`)).content?.[0]
  if (row === undefined) throw new Error('There is no row')
  const card = cardSource(row)
  expect(withoutAlign(card, 1).between[1]).toBe(`</td>  <td title='align="left"'>`)
  expect(withoutAlign(card, 0)).toEqual(card)
})
