import { expect, test } from 'vitest'
import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import { isReminderDue, reviewStates } from './review-states.ts'

const location = 'https://example.org'
const user = (id: string) => ({ object: 'user' as const, id, displayName: id, urls: { location } })
const time = '2026-11-21T08:00:00.000Z'
const review = (id: string, status: Review['status'], outdated = false): Review => ({
  object: 'change-request-review',
  id: `${id}-${status}`,
  revision: 'r',
  reviewer: user(id),
  status,
  outdated,
  createdAt: time,
  updatedAt: time,
  urls: { location },
})
const requested = (id: string): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  revision: 'r',
  requestedBy: user('x'),
  createdAt: time,
  user: user(id),
})

test('the last review of each reviewer counts, and a new request makes it wait', () => {
  const reviews = [
    review('ada', 'approved'),
    review('ada', 'changes-requested'),
    review('bo', 'approved', true),
    review('cy', 'approved', true),
    review('ed', 'changes-requested'),
  ]
  const states = reviewStates(reviews, ['cy', 'di', 'ed'].map(requested))
  expect(
    states.map(({ user: { id }, ...state }) => [id, state.state, state.isStale, state.isWaiting]),
  ).toEqual([
    ['ada', 'approved', false, false],
    ['bo', 'approved', true, false],
    ['cy', 'approved', true, true],
    ['ed', 'changes-requested', false, false],
    ['di', 'asked', false, true],
  ])
})

test('a reviewer can be reminded again after a day', () => {
  const [never] = reviewStates([], [requested('di')])
  const [reminded] = reviewStates([], [{ ...requested('di'), remindedAt: time }])
  if (!never || !reminded) throw new Error('There are no reviewers')
  const at = (hours: number) => Date.parse(time) + hours * 3_600_000
  expect([
    isReminderDue(never, at(0)),
    isReminderDue(reminded, at(23)),
    isReminderDue(reminded, at(24)),
  ]).toEqual([true, false, true])
})
