import { expect, test } from 'vitest'
import type { User } from '#contract/users.ts'
import { reacted } from './reacted.ts'

const person = (id: string) => ({ id, displayName: id }) as User
const [ann, ben] = [person('ann'), person('ben')]
const bens = [{ emoji: '👍', count: 1, users: [{ user: ben, reactedAt: '2026-01-01T00:00:00.000Z' }] }]

test('the first reaction makes an entry, the next counts up, one person counts once', () => {
  expect(reacted([], { addedReactions: ['👍'] }, ann)).toMatchObject([{ emoji: '👍', count: 1 }])
  const both = reacted(bens, { addedReactions: ['👍'] }, ann)
  expect(both).toMatchObject([{ count: 2, users: [{ user: ben }, { user: ann }] }])
  expect(reacted(both, { addedReactions: ['👍'] }, ann)).toEqual(both)
})

test('taking away leaves those of others, and no entry without people', () => {
  const both = reacted(bens, { addedReactions: ['👍'] }, ann)
  expect(reacted(both, { removedReactions: ['👍'] }, ann)).toEqual(bens)
  expect(reacted(bens, { removedReactions: ['👍'] }, ben)).toEqual([])
})
