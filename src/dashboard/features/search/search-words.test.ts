import { expect, test } from 'vitest'
import { marked } from './search-words.ts'

const inBrackets = (text: string, query: string) =>
  marked(text, query)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
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
])('marks in “%s” the words of “%s”', (text, query, wanted) => {
  expect(inBrackets(text, query)).toBe(wanted)
})
