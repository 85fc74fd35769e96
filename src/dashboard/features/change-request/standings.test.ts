import { expect, test } from 'vitest'
import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import { standings } from './standings.ts'

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
const asked = (id: string): RequestedReviewer => ({
  object: 'change-request-requested-reviewer',
  kind: 'user',
  revision: 'r',
  requestedBy: user('x'),
  createdAt: time,
  user: user(id),
})

test('the last word of each reviewer counts; who was asked anew is waited for', () => {
  const reviews = [
    review('ada', 'approved'),
    review('ada', 'changes-requested'),
    review('bo', 'approved', true),
    review('cy', 'approved', true),
    review('ed', 'changes-requested'),
  ]
  const found = standings(reviews, ['cy', 'di', 'ed'].map(asked))
  expect(found.map(({ user: { id }, ...rest }) => [id, rest.state, rest.isStale, rest.isWaiting])).toEqual([
    ['ada', 'approved', false, false],
    ['bo', 'approved', true, false],
    ['cy', 'approved', true, true],
    ['ed', 'changes-requested', false, false],
    ['di', 'asked', false, true],
  ])
})
