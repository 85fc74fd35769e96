import { expect, test } from 'vitest'
import type { User } from '#contract/users.ts'
import { withReactionChanges } from './reactions.tsx'

const person = (id: string) => ({ id, displayName: id }) as User
const [ann, ben] = [person('ann'), person('ben')]
const bens = [{ emoji: '👍', count: 1, users: [{ user: ben, reactedAt: '2026-01-01T00:00:00.000Z' }] }]

test('the first reaction makes an entry, the next counts up, one person counts once', () => {
  expect(withReactionChanges([], { addedReactions: ['👍'] }, ann)).toMatchObject([{ emoji: '👍', count: 1 }])
  const both = withReactionChanges(bens, { addedReactions: ['👍'] }, ann)
  expect(both).toMatchObject([{ count: 2, users: [{ user: ben }, { user: ann }] }])
  expect(withReactionChanges(both, { addedReactions: ['👍'] }, ann)).toEqual(both)
})

test('taking away leaves those of others, and no entry without people', () => {
  const both = withReactionChanges(bens, { addedReactions: ['👍'] }, ann)
  expect(withReactionChanges(both, { removedReactions: ['👍'] }, ann)).toEqual(bens)
  expect(withReactionChanges(bens, { removedReactions: ['👍'] }, ben)).toEqual([])
})
