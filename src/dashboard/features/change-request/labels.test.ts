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
  expect(mergeSummary({ mergeable: false, obstacles: [conflicts, behind, requested] }, false)).toEqual({
    title: 'Not ready to merge',
    detail: 'One thing blocks merging.',
  })
  expect(mergeSummary({ mergeable: true, obstacles: [behind, requested] }, false)).toEqual({
    title: 'Ready to merge',
    detail: 'Two things are worth checking first.',
  })
  expect(mergeSummary({ mergeable: true, obstacles: [] }, false).detail).toBe('No issues.')
})

test('a draft, and a request that a reviewer wants changed, are not called ready to merge', () => {
  expect(mergeSummary({ mergeable: true, obstacles: [] }, true).title).toBe('Draft')
  const changes = { type: 'changes-requested', blocks: false, review: 'r', user } as const
  expect(mergeSummary({ mergeable: true, obstacles: [changes] }, false).title).toBe('Changes requested')
})

test('each obstacle has a title', () => {
  expect([conflicts, behind, requested].map((one) => obstacleLabels(one).title)).toEqual([
    '2 conflicts',
    '1 revision behind',
    'Priya has not reviewed yet',
  ])
})
