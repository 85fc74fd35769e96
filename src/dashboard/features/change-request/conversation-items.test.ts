import { expect, test } from 'vitest'
import type { RequestedReviewer } from '#contract/change-request-reviews.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { conversationItems } from './conversation-items.ts'

const userNamed = (displayName: string) =>
  ({ object: 'user', id: displayName, displayName, urls: { location: 'https://example.org/u' } }) as const
const request = {
  createdAt: '2026-03-01T10:00:00.000Z',
  createdBy: userNamed('Ada'),
  mergedAt: '2026-03-03T10:00:00.000Z',
  mergedBy: userNamed('Ben'),
} as ChangeRequest
const askedAt = (createdAt: string, by: string) =>
  ({
    object: 'change-request-requested-reviewer',
    revision: 'r',
    requestedBy: userNamed(by),
    createdAt,
  }) as const

test('who asked whom for a review is part of the conversation, all of one time as one event', () => {
  const first = askedAt('2026-03-02T10:00:00.000Z', 'Ada')
  const requested: RequestedReviewer[] = [
    { ...askedAt('2026-03-02T11:00:00.000Z', 'Ben'), kind: 'user', user: userNamed('Chen') },
    { ...first, kind: 'user', user: userNamed('Priya') },
    { ...first, kind: 'team', team: { object: 'team', id: 't', title: 'Writers' } },
  ]
  const items = conversationItems(request, { comments: [], reviews: [], requested })
  expect(items.map((item) => [item.kind, 'by' in item && item.by])).toEqual([
    ['made', 'Ada'],
    ['asked', 'Ada'],
    ['asked', 'Ben'],
    ['merged', 'Ben'],
  ])
  expect(items).toMatchObject([{}, { names: ['Priya', 'Writers'] }, { names: ['Chen'] }, {}])
})
