import { expect, test } from 'vitest'
import { shortcutGroups } from './shortcut-list.tsx'

const lines = [
  { keys: 'g l', label: 'Go to library', group: 'Go' },
  { keys: '?', label: 'Show keyboard shortcuts' },
  { keys: 'c', label: 'New space', group: 'On this page' },
  { keys: 'j', label: 'Next row', group: 'In lists and trees' },
  { keys: 'j', label: 'Next row', group: 'In lists and trees' },
]

test('shortcuts of the page come first, without duplicates', () => {
  expect(shortcutGroups(lines, '').map(({ name, lines: own }) => [name, own.length])).toEqual([
    ['On this page', 1],
    ['In lists and trees', 1],
    ['Go', 1],
    ['Everywhere', 1],
  ])
})

test('search matches labels and keys', () => {
  const bestMatches = (text: string) =>
    shortcutGroups(lines, text).flatMap(({ lines: own }) => own.map(({ label }) => label))
  expect(bestMatches('LIBR')).toEqual(['Go to library'])
  expect(bestMatches('g l')).toEqual(['Go to library'])
  expect(bestMatches('nothing')).toEqual([])
})
