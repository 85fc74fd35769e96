import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { idPositionOf, libraryPositionOf, moveTo, slotOf } from './position.ts'

const siblings = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
const pick = (ids: readonly string[]) => fc.constantFrom(...ids)
const itemsOf = (ids: readonly string[]) => ids.map((id) => ({ id }))
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

/** Siblings, the id of the moved one, and the id of the neighbor to move it to. */
const moves = siblings
  .filter((ids) => ids.length > 1)
  .chain((ids) =>
    pick(ids).chain((moved) =>
      pick(ids.filter((id) => id !== moved)).map((neighbor) => ({ ids, moved, neighbor })),
    ),
  )

describe('slotOf', () => {
  test('without a neighbor the slot is the end', () => {
    fc.assert(
      fc.property(siblings, (ids) => slotOf(ids, undefined) === ids.length && slotOf(ids, {}) === ids.length),
    )
  })

  test('before an item and after its predecessor are the same slot', () => {
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

  test('two ids that are not neighbors in this order have no slot', () => {
    expect(slotOf(['a', 'b', 'c'], { after: 'a', before: 'c' })).toBeNull()
    expect(slotOf(['a', 'b', 'c'], { after: 'b', before: 'a' })).toBeNull()
    expect(slotOf(['a', 'b', 'c'], { after: 'a', before: 'a' })).toBeNull()
  })

  test('an unknown neighbor has no slot', () => {
    fc.assert(
      fc.property(siblings, (ids) => {
        expect(slotOf(ids, { before: 'elsewhere' })).toBeNull()
        expect(slotOf(ids, { after: 'elsewhere' })).toBeNull()
      }),
    )
  })
})

describe('moveTo', () => {
  test('the moved item is directly before or after its neighbor, and the others keep their order', () => {
    fc.assert(
      fc.property(moves, fc.boolean(), ({ ids, moved, neighbor }, ahead) => {
        const at = ahead ? { before: neighbor } : { after: neighbor }
        const result = idsOf(moveTo(itemsOf(ids), moved, at))
        expect(result.indexOf(moved) - result.indexOf(neighbor)).toBe(ahead ? -1 : 1)
        expect(result.filter((id) => id !== moved)).toEqual(ids.filter((id) => id !== moved))
      }),
    )
  })

  test('moving twice to the same position equals moving once', () => {
    fc.assert(
      fc.property(moves, ({ ids, moved, neighbor }) => {
        const once = moveTo(itemsOf(ids), moved, { before: neighbor })
        expect(moveTo(once, moved, { before: neighbor })).toEqual(once)
      }),
    )
  })

  test('an unknown item or neighbor leaves the list unchanged', () => {
    const items = itemsOf(['a', 'b'])
    expect(moveTo(items, 'elsewhere', {})).toBe(items)
    expect(moveTo(items, 'a', { after: 'elsewhere' })).toBe(items)
    expect(moveTo(items, 'a', { after: 'a' })).toBe(items)
  })
})

test('idPositionOf and libraryPositionOf replace neighbors with their ids', () => {
  const neighbor = { type: 'site-section', siteSection: 'a' }
  expect(idPositionOf({ before: neighbor }, ({ siteSection }) => siteSection)).toEqual({ before: 'a' })
  expect(
    libraryPositionOf({
      after: { type: 'collection', collection: 'c' },
      before: { type: 'space', space: 's' },
    }),
  ).toEqual({
    after: 'c',
    before: 's',
  })
  expect(libraryPositionOf(undefined)).toEqual({})
})
