import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notificationReasons } from '#contract/notifications.ts'
import { type Candidate, strongestReasons, withoutMuted } from './rules.ts'

const userId = fc.constantFrom('a', 'b', 'c', 'd')
const candidates = fc.array(fc.record({ userId, reason: fc.constantFrom(...notificationReasons) }), {
  maxLength: 20,
})
const scopes = [
  { kind: 'page', id: 'p' },
  { kind: 'space', id: 's' },
] as const
const preferences = fc.array(
  fc.record({
    userId,
    scope: fc.constantFrom(...scopes),
    state: fc.constantFrom('following' as const, 'muted' as const),
  }),
  { maxLength: 8 },
)

test('each person is told once with the first of their reasons, and the actor never', () => {
  fc.assert(
    fc.property(candidates, fc.option(userId), (all, actor) => {
      const strongest = strongestReasons(all, actor)
      const people = new Set(all.map((one) => one.userId).filter((one) => one !== actor))
      expect(new Set(strongest.map((one) => one.userId))).toEqual(people)
      expect(strongest).toHaveLength(people.size)
      for (const { userId: person, reason } of strongest) {
        const own = all.filter((one) => one.userId === person).map((one) => one.reason)
        expect(reason).toBe(notificationReasons.find((one) => own.includes(one)))
      }
    }),
  )
})

test('the order in which reasons are found does not matter', () => {
  const sorted = (list: readonly Candidate[]) => list.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
  fc.assert(
    fc.property(candidates, (all) => {
      expect(sorted(strongestReasons(all.toReversed(), null))).toEqual(sorted(strongestReasons(all, null)))
    }),
  )
})

test('muting never stops a mention, and following a page wins over muting its space', () => {
  fc.assert(
    fc.property(candidates, preferences, (all, own) => {
      const stored = [...new Map(own.map((one) => [`${one.userId} ${one.scope.kind}`, one])).values()].map(
        ({ scope, ...one }) => ({ ...one, ...scope }),
      )
      const told = withoutMuted(all, stored, scopes)
      expect(told.filter(({ reason }) => reason === 'mention')).toEqual(
        all.filter(({ reason }) => reason === 'mention'),
      )
      const stateOf = (person: string, kind: 'page' | 'space') =>
        stored.find((one) => one.userId === person && one.kind === kind)?.state
      for (const one of all.filter(({ reason }) => reason === 'page_changed')) {
        const state = stateOf(one.userId, 'page') ?? stateOf(one.userId, 'space')
        expect(told.includes(one)).toBe(state !== 'muted')
      }
    }),
  )
})
