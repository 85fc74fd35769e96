import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveTo, placeOf, slotOf } from './position.ts'
import { shelfPlaceOf } from './shelf.ts'

const siblings = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
const pick = (ids: readonly string[]) => fc.constantFrom(...ids)
const itemsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Some siblings, the one that is moved, and another one to move it to. */
const moves = siblings
  .filter((ids) => ids.length > 1)
  .chain((ids) =>
    pick(ids).chain((moved) =>
      pick(ids.filter((id) => id !== moved)).map((neighbour) => ({ ids, moved, neighbour })),
    ),
  )

describe('slotOf', () => {
  test('without a neighbour it is the end', () => {
    fc.assert(
      fc.property(siblings, (ids) => slotOf(ids, undefined) === ids.length && slotOf(ids, {}) === ids.length),
    )
  })

  test('before one and after the one ahead of it are the same place', () => {
    fc.assert(
      fc.property(
        siblings.filter((ids) => ids.length > 1),
        fc.nat(),
        (ids, n) => {
          const at = 1 + (n % (ids.length - 1))
          const [after, before] = [ids[at - 1], ids[at]]
          expect(slotOf(ids, { before })).toBe(at)
          expect(slotOf(ids, { after })).toBe(at)
          expect(slotOf(ids, { before, after })).toBe(at)
        },
      ),
    )
  })

  test('two that are not neighbours in this order are no place', () => {
    expect(slotOf(['a', 'b', 'c'], { after: 'a', before: 'c' })).toBeNull()
    expect(slotOf(['a', 'b', 'c'], { after: 'b', before: 'a' })).toBeNull()
    expect(slotOf(['a', 'b', 'c'], { after: 'a', before: 'a' })).toBeNull()
  })

  test('a neighbour that is not there is no place', () => {
    fc.assert(
      fc.property(siblings, (ids) => {
        expect(slotOf(ids, { before: 'elsewhere' })).toBeNull()
        expect(slotOf(ids, { after: 'elsewhere' })).toBeNull()
      }),
    )
  })
})

describe('moveTo', () => {
  test('puts the moved one directly ahead of or behind its neighbour and keeps the others in order', () => {
    fc.assert(
      fc.property(moves, fc.boolean(), ({ ids, moved, neighbour }, ahead) => {
        const at = ahead ? { before: neighbour } : { after: neighbour }
        const result = idsOf(moveTo(itemsOf(ids), moved, at))
        expect(result.indexOf(moved) - result.indexOf(neighbour)).toBe(ahead ? -1 : 1)
        expect(result.filter((id) => id !== moved)).toEqual(ids.filter((id) => id !== moved))
      }),
    )
  })

  test('moving twice to the same place is moving once', () => {
    fc.assert(
      fc.property(moves, ({ ids, moved, neighbour }) => {
        const once = moveTo(itemsOf(ids), moved, { before: neighbour })
        expect(moveTo(once, moved, { before: neighbour })).toEqual(once)
      }),
    )
  })

  test('changes nothing when the moved one or the neighbour is not there', () => {
    const items = itemsOf(['a', 'b'])
    expect(moveTo(items, 'elsewhere', {})).toBe(items)
    expect(moveTo(items, 'a', { after: 'elsewhere' })).toBe(items)
    expect(moveTo(items, 'a', { after: 'a' })).toBe(items)
  })
})

test('placeOf and shelfPlaceOf reduce neighbours to their ids', () => {
  const neighbour = { type: 'site-section', siteSection: 'a' }
  expect(placeOf({ before: neighbour }, ({ siteSection }) => siteSection)).toEqual({ before: 'a' })
  expect(
    shelfPlaceOf({ after: { type: 'collection', collection: 'c' }, before: { type: 'space', space: 's' } }),
  ).toEqual({
    after: 'c',
    before: 's',
  })
  expect(shelfPlaceOf(undefined)).toEqual({})
})
