import { expect, test } from 'vitest'
import { formatNames, formatPeople } from './labels.ts'

test.each([
  [[], ''],
  [['Ada'], 'Ada'],
  [['Ada', 'Ben'], 'Ada and Ben'],
  [['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'], 'Ada, Ben, Cleo, Dan and Eve'],
  [['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'], 'Ada, Ben, Cleo, Dan and 2 more'],
])('%j are named as a person would', (names, sentence) => {
  expect(formatNames(names)).toBe(sentence)
})

test('one has a name, several are counted', () => {
  expect(formatPeople(['Ada'])).toBe('Ada')
  expect(formatPeople(['Ada', 'Ben'])).toBe('2 people')
})
