import { expect, test } from 'vitest'
import { mergeSummary, obstacleLabels } from './labels.ts'

const user = {
  object: 'user',
  id: 'u',
  displayName: 'Priya',
  urls: { location: 'https://example.org/u' },
} as const
const conflicts = { type: 'conflicts', blocks: true, count: 2 } as const
const behind = { type: 'outdated', blocks: false, behind: 1 } as const
const requested = { type: 'review-requested', blocks: false, user } as const

test('obstacles that block are counted separately from warnings', () => {
  expect(mergeSummary({ mergeable: false, obstacles: [conflicts, behind, requested] })).toEqual({
    title: 'Not ready to merge',
    detail: 'One thing blocks merging.',
  })
  expect(mergeSummary({ mergeable: true, obstacles: [behind, requested] })).toEqual({
    title: 'Ready to merge',
    detail: 'Two things are worth checking first.',
  })
  expect(mergeSummary({ mergeable: true, obstacles: [] }).detail).toBe('No issues.')
})

test('each obstacle has a title', () => {
  expect([conflicts, behind, requested].map((one) => obstacleLabels(one).title)).toEqual([
    '2 conflicts',
    '1 revision behind',
    'Priya has not reviewed yet',
  ])
})
