import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAtLeast, roles, strongerOf } from './permissions.ts'

const role = fc.constantFrom(...roles)
const anyRole = fc.option(role)

test('a role may do what every weaker one may, and nobody without a role may do anything', () => {
  roles.forEach((strong, rank) => {
    expect(roles.filter((weak) => isAtLeast(strong, weak))).toEqual(roles.slice(rank))
  })
  fc.assert(fc.property(role, (needed) => !isAtLeast(null, needed) && !isAtLeast(undefined, needed)))
})

test('the stronger of two is one of them, whatever their order, and may do what both may', () => {
  fc.assert(
    fc.property(anyRole, anyRole, role, (a, b, needed) => {
      const stronger = strongerOf(a, b)
      expect([a, b]).toContain(stronger)
      expect(strongerOf(b, a)).toBe(stronger)
      expect(isAtLeast(stronger, needed)).toBe(isAtLeast(a, needed) || isAtLeast(b, needed))
    }),
  )
})
