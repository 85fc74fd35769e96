import { expect, test } from 'vitest'
import { namesOf, peopleOf } from './namings.ts'

test.each([
  [[], ''],
  [['Ada'], 'Ada'],
  [['Ada', 'Ben'], 'Ada and Ben'],
  [['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'], 'Ada, Ben, Cleo, Dan and Eve'],
  [['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'], 'Ada, Ben, Cleo, Dan and 2 more'],
])('%j are named as a person would', (names, sentence) => {
  expect(namesOf(names)).toBe(sentence)
})

test('one has a name, several are counted', () => {
  expect(peopleOf(['Ada'])).toBe('Ada')
  expect(peopleOf(['Ada', 'Ben'])).toBe('2 people')
})
