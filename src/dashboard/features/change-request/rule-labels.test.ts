import { expect, test } from 'vitest'
import type { MergeCheck, RuleCheck } from '#contract/merge-checks.ts'
import { ruleLabels } from './rule-labels.ts'

const user = (displayName: string) =>
  ({ object: 'user', id: displayName, displayName, urls: { location: 'https://example.org/u' } }) as const
const ada = user('Ada Lindqvist')
const writers = { id: 't', title: 'Research and design' }
const named = { users: [ada.id], teams: [writers.id] }

const labelsOf = (
  check: Partial<RuleCheck> & Pick<RuleCheck, 'rule'>,
  obstacles: MergeCheck['obstacles'] = [],
) =>
  ruleLabels(
    { from: [], met: false, canBypass: false, ...check },
    { author: 'Priya', openThreads: 2, obstacles },
  )

test('approvals are counted, and say whose version counts', () => {
  const rule = { rule: 'require_at_least_one_approved_review', count: 2, countOutdated: false } as const
  expect(labelsOf({ rule, approvals: 1 })).toEqual({
    title: '1 of 2 approvals',
    detail: '1 more person has to approve the latest version.',
  })
  expect(labelsOf({ rule: { ...rule, countOutdated: true }, approvals: 0 }).detail).toBe(
    '2 more people have to approve it.',
  )
  expect(labelsOf({ rule, approvals: 3, met: true })).toEqual({
    title: '3 approvals',
    detail: '2 needed.',
  })
})

test('required reviewers are named, joined by what the rule asks for', () => {
  const waitingFor = { users: [ada], teams: [writers] }
  const all = { rule: 'require_specific_reviewers', ...named, countOutdated: false } as const
  const one = { rule: 'require_one_of_specific_reviewers', ...named, countOutdated: false } as const
  expect(labelsOf({ rule: all, waitingFor }).title).toBe('Waiting for Ada Lindqvist and Research and design')
  expect(labelsOf({ rule: one, waitingFor }).title).toBe('Waiting for Ada Lindqvist or Research and design')
})

test('a rule that only the author could meet says so', () => {
  const rule = { rule: 'require_specific_reviewers', ...named, countOutdated: false } as const
  expect(labelsOf({ rule, waitingFor: { users: [], teams: [] } })).toEqual({
    title: 'Only the author is asked to approve it',
    detail: 'Authors can’t approve their own change requests. Name someone else in the rule.',
  })
})

test('what is missing is said with figures and names of the request', () => {
  const behind = { type: 'outdated', blocks: false, behind: 3 } as const
  const requested = { type: 'changes-requested', blocks: false, review: 'r', user: ada } as const
  expect(labelsOf({ rule: { rule: 'require_up_to_date_change_request' } }, [behind]).title).toBe(
    '3 revisions behind',
  )
  expect(labelsOf({ rule: { rule: 'require_all_reviews_approved' } }, [requested]).detail).toBe(
    'Ada Lindqvist must approve it to merge.',
  )
  expect(labelsOf({ rule: { rule: 'require_resolved_comments' } }).title).toBe('2 open threads')
  expect(labelsOf({ rule: { rule: 'require_author_to_merge' } }).detail).toBe('Ask Priya to merge it.')
})
