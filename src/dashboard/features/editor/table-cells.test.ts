import { expect, test } from 'vitest'
import type { Change, Selected } from './format.ts'
import { newRow, toCell } from './table-cells.ts'

function done(act: (selected: Selected) => Change | null, marked: string): string | null {
  const from = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const change = act({ text, from, to: from })
  if (!change) return null
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const [start, end] = change.choose
  return `${after.slice(0, start)}‹${after.slice(start, end)}›${after.slice(end)}`
}
const next = (selected: Selected) => toCell(selected, 1)
const back = (selected: Selected) => toCell(selected, -1)

test('goes to the next cell and lines the columns up', () => {
  expect(done(next, 'x\n\n| Te¦rminal | Nm |\n|-|-:|\n|DC+|3.2|\n\ny')).toBe(
    'x\n\n| Terminal | ‹Nm›  |\n| -------- | --: |\n| DC+      | 3.2 |\n\ny',
  )
})

test('passes over the rule, back and forth', () => {
  expect(done(next, '| A | B¦ |\n| --- | --- |\n| 1 | 2 |')).toBe(
    '| A   | B   |\n| --- | --- |\n| ‹1›   | 2   |',
  )
  expect(done(back, '| A | B |\n| --- | --- |\n| 1¦ | 2 |')).toBe(
    '| A   | ‹B›   |\n| --- | --- |\n| 1   | 2   |',
  )
})

test('a row begins behind the last cell, and below any', () => {
  expect(done(next, '| A |\n| --- |\n| 1¦ |')).toBe('| A   |\n| --- |\n| 1   |\n| ‹›    |')
  expect(done(newRow, '| A |\n| --- |\n| 1¦ |\n| 2 |')).toBe('| A   |\n| --- |\n| 1   |\n| ‹›    |\n| 2   |')
})

test('an escaped pipe is text, and no cell is lost where a row is longer than the head', () => {
  expect(done(next, '| A | B |\n|-|-|\n| a \\| b¦ | c | d |')).toBe(
    '| A      | B      |\n| ------ | ------ |\n| a \\| b | ‹c \\| d› |',
  )
})

test.each(['no | ta¦ble here', '¦text', '| A¦ |\ntext'])('leaves %j alone', (text) => {
  expect(done(next, text)).toBeNull()
})

test('does not go before the first cell, nor break the head', () => {
  expect(done(back, '| A¦ |\n| --- |\n| 1 |')).toBeNull()
  expect(done(newRow, '| A¦ |\n| --- |\n| 1 |')).toBeNull()
})
