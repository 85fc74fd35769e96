import { expect, test } from 'vitest'
import { obstacleWords, verdict } from './merge-words.ts'

const user = {
  object: 'user',
  id: 'u',
  displayName: 'Priya',
  urls: { location: 'https://example.org/u' },
} as const
const conflicts = { type: 'conflicts', blocks: true, count: 2 } as const
const behind = { type: 'outdated', blocks: false, behind: 1 } as const
const asked = { type: 'review-requested', blocks: false, user } as const

test('what blocks is counted apart from what is worth a look', () => {
  expect(verdict({ mergeable: false, obstacles: [conflicts, behind, asked] })).toEqual({
    head: 'Not ready to merge',
    says: 'One thing stands in the way.',
  })
  expect(verdict({ mergeable: true, obstacles: [behind, asked] })).toEqual({
    head: 'Ready to merge',
    says: 'Two things are worth a look before.',
  })
  expect(verdict({ mergeable: true, obstacles: [] }).says).toBe('Nothing stands in the way.')
})

test('each obstacle says what it is', () => {
  expect([conflicts, behind, asked].map((one) => obstacleWords(one).title)).toEqual([
    '2 conflicts',
    '1 revision behind',
    'Priya has not reviewed yet',
  ])
})
