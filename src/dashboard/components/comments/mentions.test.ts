import { expect, test } from 'vitest'
import { insertMention, mentionQueryAt, toEditable, toStored } from './mentions.ts'

test('a chosen name is kept as a link to its person, and comes back as a name', () => {
  const named = new Map([['Ada Admin', 'u1']])
  const stored = toStored('Ask @Ada Admin, not @Adam or a@Ada Admin', named)
  expect(stored).toBe('Ask [@Ada Admin](/users/u1), not @Adam or a@Ada Admin')
  expect(toEditable(stored)).toEqual({ text: 'Ask @Ada Admin, not @Adam or a@Ada Admin', named })
})

test('the longer of two names is meant where both would fit', () => {
  const named = new Map([
    ['Ada', 'u1'],
    ['Ada Admin', 'u2'],
  ])
  expect(toStored('@Ada Admin and @Ada', named)).toBe('[@Ada Admin](/users/u2) and [@Ada](/users/u1)')
})

test('two people of one name are both kept', () => {
  const stored = '[@Ada](/users/u1) and [@Ada](/users/u2)'
  const { text, named } = toEditable(stored)
  expect(text).toBe('@Ada and [@Ada](/users/u2)')
  expect(toStored(text, named)).toBe(stored)
})

test.each([
  ['Hi @', 4, { at: 3, typed: '' }],
  ['@ad', 3, { at: 0, typed: 'ad' }],
  ['(@Ada Ad', 8, { at: 1, typed: 'Ada Ad' }],
  ['ada@example.org', 15, undefined],
  ['@one two three four', 19, undefined],
  ['Hi @ad there', 6, { at: 3, typed: 'ad' }],
])('in %j before %i a name is looked for: %j', (text, caret, query) => {
  expect(mentionQueryAt(text, caret)).toEqual(query)
})

test('a name takes the place of what was typed of it', () => {
  expect(insertMention('Ask @ad now', 7, { at: 4, name: 'Ada Admin' })).toEqual({
    text: 'Ask @Ada Admin now',
    caret: 14,
  })
  expect(insertMention('@', 1, { at: 0, name: 'Ada' })).toEqual({ text: '@Ada ', caret: 5 })
})
