import { expect, test } from 'vitest'
import { keyGroups } from './shortcut-groups.ts'

const lines = [
  { keys: 'g l', label: 'Go to library', group: 'Go' },
  { keys: '?', label: 'Show all keys' },
  { keys: 'c', label: 'New space', group: 'On this page' },
  { keys: 'j', label: 'Next row', group: 'In lists and trees' },
  { keys: 'j', label: 'Next row', group: 'In lists and trees' },
]

test('the keys of the view come first, each said once', () => {
  expect(keyGroups(lines, '').map(({ name, lines: own }) => [name, own.length])).toEqual([
    ['On this page', 1],
    ['In lists and trees', 1],
    ['Go', 1],
    ['Everywhere', 1],
  ])
})

test('keys are found by what they do and by themselves', () => {
  const found = (text: string) =>
    keyGroups(lines, text).flatMap(({ lines: own }) => own.map(({ label }) => label))
  expect(found('LIBR')).toEqual(['Go to library'])
  expect(found('g l')).toEqual(['Go to library'])
  expect(found('nothing')).toEqual([])
})
