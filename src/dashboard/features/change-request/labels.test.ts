import { expect, test } from 'vitest'
import { conflictsTitle, mergeDetail, mergeTitle, obstacleLabels } from './labels.ts'

const user = {
  object: 'user',
  id: 'u',
  displayName: 'Priya',
  urls: { location: 'https://example.org/u' },
} as const
const conflicts = { type: 'conflicts', blocks: true, count: 2 } as const
const behind = { type: 'outdated', blocks: false, behind: 1 } as const
const requested = { type: 'review-requested', blocks: false, user } as const
const merger = { isDraft: false, canMerge: true }
const titleOf = (obstacles: Parameters<typeof mergeTitle>[0]['obstacles'], isDraft = false) =>
  mergeTitle({ mergeable: true, obstacles }, isDraft)

test('only obstacles that block are issues to resolve', () => {
  const check = { mergeable: false, obstacles: [conflicts, behind, requested] }
  expect(mergeTitle(check, false)).toBe('Not ready to merge')
  expect(mergeDetail(check, merger)).toBe('1 issue to resolve first')
  expect(mergeDetail({ mergeable: true, obstacles: [] }, merger)).toBe('No issues')
})

test('each merge rule that isn’t met is an issue, also of a draft', () => {
  const rules = { type: 'merge-rules', blocks: true, count: 2 } as const
  const check = { mergeable: false, obstacles: [conflicts, rules, behind] }
  expect(mergeTitle(check, true)).toBe('Not ready to merge')
  expect(mergeDetail(check, { ...merger, isDraft: true })).toBe('3 issues to resolve first')
})

test('a draft, and a request that waits for a reviewer or that one wants changed, are not called ready to merge', () => {
  const changes = { type: 'changes-requested', blocks: false, review: 'r', user } as const
  expect(titleOf([], true)).toBe('Draft')
  expect(titleOf([changes, requested])).toBe('Changes requested')
  expect(titleOf([behind, requested])).toBe('Waiting for review')
  expect(titleOf([behind])).toBe('Ready to merge')
})

test('people who can’t merge aren’t told that they can', () => {
  const changes = { type: 'changes-requested', blocks: false, review: 'r', user } as const
  const detailsFor = (canMerge: boolean) =>
    [[], [changes], [requested]].map((obstacles) =>
      mergeDetail({ mergeable: true, obstacles }, { isDraft: obstacles.length === 0, canMerge }),
    )
  expect(detailsFor(true)).toEqual([
    'Ask for review, or merge without one',
    'A reviewer requested changes, but you can still merge',
    'You can merge without it',
  ])
  expect(detailsFor(false).join()).not.toMatch(/you|merge/i)
})

test('each obstacle has a title', () => {
  expect([conflicts, behind, requested].map((one) => obstacleLabels(one).title)).toEqual([
    '2 conflicts',
    '1 revision behind',
    'Waiting for Priya’s review',
  ])
})

test('conflicts name their page, or the number of pages', () => {
  const [a, b] = [
    { id: 'a', title: 'Terminal block' },
    { id: 'b', title: 'Wiring' },
  ]
  expect(conflictsTitle(1, [a])).toBe('1 conflict in Terminal block')
  expect(conflictsTitle(2, [a, a])).toBe('2 conflicts in Terminal block')
  expect(conflictsTitle(3, [a, b, b])).toBe('3 conflicts in 2 pages')
})
