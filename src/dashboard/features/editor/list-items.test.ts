import { expect, test } from 'vitest'
import { indentItems } from './list-items.ts'

function done(marked: string, way: 1 | -1): string | null {
  const from = marked.indexOf('¦')
  const text = marked.replaceAll('¦', '')
  const to = marked.lastIndexOf('¦') === from ? from : marked.lastIndexOf('¦') - 1
  const change = indentItems({ text, from, to }, way)
  if (!change) return null
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const [start, end] = change.choose
  return start === end
    ? `${after.slice(0, start)}¦${after.slice(start)}`
    : `${after.slice(0, start)}¦${after.slice(start, end)}¦${after.slice(end)}`
}

test.each([
  ['- a\n- b¦', 1, '- a\n  - b¦'],
  ['1. a\n2. b¦', 1, '1. a\n   2. b¦'],
  ['- a\n  - b¦', -1, '- a\n- b¦'],
  ['- a¦', -1, '- a¦'],
  ['- ¦a\n- b¦\nc', 1, '  - ¦a\n  - b¦\nc'],
  ['text¦', 1, null],
  ['- ¦a\ntext¦', 1, null],
] as const)('%j %i', (before, way, after) => {
  expect(done(before, way)).toBe(after)
})
