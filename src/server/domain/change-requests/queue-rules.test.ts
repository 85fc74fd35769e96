import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectWorthWaiting, nextStep, type QueuedState, tryInOrder } from './queue-rules.ts'

const ready: QueuedState = { canMerge: true, isEditedByOthers: false, hasConflicts: false, missing: [] }

describe('what happens to a queued request', () => {
  test('it is merged once nothing is missing', () => {
    expect(nextStep(ready)).toBe('merge')
    expect(nextStep({ ...ready, missing: ['require_at_least_one_review'] })).toBe('wait')
  })

  test('it is updated from the space only if nothing else is missing', () => {
    expect(nextStep({ ...ready, missing: ['require_up_to_date_change_request'] })).toBe('update')
    const both = ['require_up_to_date_change_request', 'require_at_least_one_review'] as const
    expect(nextStep({ ...ready, missing: both })).toBe('wait')
  })

  test('it leaves the queue when waiting cannot help', () => {
    expect(nextStep({ ...ready, canMerge: false, hasConflicts: true })).toEqual({ leave: 'no-permission' })
    expect(nextStep({ ...ready, isEditedByOthers: true })).toEqual({ leave: 'edited' })
    expect(nextStep({ ...ready, hasConflicts: true })).toEqual({ leave: 'conflicts' })
    expect(nextStep({ ...ready, missing: ['require_author_to_merge'] })).toEqual({ leave: 'author-only' })
  })
})

test('a request that only its author could approve is not queued', () => {
  const rule = { rule: 'require_specific_reviewers' as const, users: ['ada'] }
  const result = { rule, from: [], isMet: false, canBypass: false }
  const waitingFor = { users: [], teams: [] }
  expect(() => expectWorthWaiting(false, [{ ...result, waitingFor }])).toThrow('only its author')
  expect(() =>
    expectWorthWaiting(false, [{ ...result, waitingFor: { ...waitingFor, users: ['ben'] } }]),
  ).not.toThrow()
})

/** A queue in which each merge can make others ready, or conflict with them. */
const queues = fc.integer({ min: 0, max: 8 }).chain((size) =>
  fc.record({
    isReady: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    effects: fc.array(
      fc.record({
        merged: fc.nat({ max: Math.max(size - 1, 0) }),
        other: fc.nat({ max: Math.max(size - 1, 0) }),
        effect: fc.constantFrom('ready' as const, 'not-ready' as const, 'leaves' as const),
      }),
      { maxLength: 12 },
    ),
  }),
)

test('requests are merged in the order of the queue, and one that is not ready blocks no other', async () => {
  await fc.assert(
    fc.asyncProperty(queues, async ({ isReady, effects }) => {
      const states = new Map(isReady.map((state, id) => [id, state]))
      const merged: number[] = []
      await tryInOrder(
        async () => [...states.keys()],
        async (id) => {
          if (states.get(id) !== true) return false
          const earlier = [...states].filter(([other]) => other < id)
          expect(earlier.filter(([, state]) => state)).toEqual([])
          states.delete(id)
          merged.push(id)
          for (const { other, effect } of effects.filter((one) => one.merged === id)) {
            if (!states.has(other)) continue
            if (effect === 'leaves') states.delete(other)
            else states.set(other, effect === 'ready')
          }
          return true
        },
      )
      expect(new Set(merged).size).toBe(merged.length)
      expect([...states.values()].filter(Boolean)).toEqual([])
    }),
  )
})
