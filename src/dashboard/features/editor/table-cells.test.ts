import { expect, test } from 'vitest'
import type { TextChange, TextSelection } from './format.ts'
import { insertRow, moveToCell } from './table-cells.ts'

function run(command: (input: TextSelection) => TextChange | null, marked: string): string | null {
  const from = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const change = command({ text, from, to: from })
  if (!change) return null
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const [start, end] = change.selection
  return `${after.slice(0, start)}‹${after.slice(start, end)}›${after.slice(end)}`
}
const next = (input: TextSelection) => moveToCell(input, 1)
const previous = (input: TextSelection) => moveToCell(input, -1)

test('Tab moves to the next cell and aligns the columns', () => {
  expect(run(next, 'x\n\n| Te¦rminal | Nm |\n|-|-:|\n|DC+|3.2|\n\ny')).toBe(
    'x\n\n| Terminal | ‹Nm›  |\n| -------- | --: |\n| DC+      | 3.2 |\n\ny',
  )
})

test('the delimiter row is skipped in both directions', () => {
  expect(run(next, '| A | B¦ |\n| --- | --- |\n| 1 | 2 |')).toBe(
    '| A   | B   |\n| --- | --- |\n| ‹1›   | 2   |',
  )
  expect(run(previous, '| A | B |\n| --- | --- |\n| 1¦ | 2 |')).toBe(
    '| A   | ‹B›   |\n| --- | --- |\n| 1   | 2   |',
  )
})

test('a row is added after the last cell, or below the cursor', () => {
  expect(run(next, '| A |\n| --- |\n| 1¦ |')).toBe('| A   |\n| --- |\n| 1   |\n| ‹›    |')
  expect(run(insertRow, '| A |\n| --- |\n| 1¦ |\n| 2 |')).toBe(
    '| A   |\n| --- |\n| 1   |\n| ‹›    |\n| 2   |',
  )
})

test('an escaped pipe is text, and extra cells are joined to the last one', () => {
  expect(run(next, '| A | B |\n|-|-|\n| a \\| b¦ | c | d |')).toBe(
    '| A      | B      |\n| ------ | ------ |\n| a \\| b | ‹c \\| d› |',
  )
})

test.each(['no | ta¦ble here', '¦text', '| A¦ |\ntext'])('%j is not a table', (text) => {
  expect(run(next, text)).toBeNull()
})

test('nothing happens before the first cell or in the head', () => {
  expect(run(previous, '| A¦ |\n| --- |\n| 1 |')).toBeNull()
  expect(run(insertRow, '| A¦ |\n| --- |\n| 1 |')).toBeNull()
})
