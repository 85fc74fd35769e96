import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const inBrackets = (text: string, query: string) =>
  highlight(text, query)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join('')

test.each([
  ['Terminal block', 'term', '[Term]inal block'],
  ['The bus terminal', 'bus term', 'The [bus] [term]inal'],
  ['Determined', 'term', 'Determined'],
  ['Guide for Sjöberg', 'sjoberg', 'Guide for [Sjöberg]'],
  ['2.5 Nm', '2.5', '[2].[5] Nm'],
  ['配線図', '線', '配[線]図'],
  ['Plain', '', 'Plain'],
  ['a+b (c)', '(c', 'a+b ([c])'],
  ['👩‍🔧 wires', 'wires', '👩‍🔧 [wires]'],
])('in “%s”, “%s” is highlighted', (text, query, expected) => {
  expect(inBrackets(text, query)).toBe(expected)
})
