import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAtLeast, roles, strongerOf } from './permissions.ts'

const role = fc.constantFrom(...roles)
const anyRole = fc.option(role)

test('a role includes every weaker role, and no role includes nothing', () => {
  roles.forEach((strong, index) => {
    expect(roles.filter((weak) => isAtLeast(strong, weak))).toEqual(roles.slice(index))
  })
  fc.assert(fc.property(role, (needed) => !isAtLeast(null, needed) && !isAtLeast(undefined, needed)))
})

test('the stronger of two roles is one of them, in either order, and includes both', () => {
  fc.assert(
    fc.property(anyRole, anyRole, role, (a, b, needed) => {
      const stronger = strongerOf(a, b)
      expect([a, b]).toContain(stronger)
      expect(strongerOf(b, a)).toBe(stronger)
      expect(isAtLeast(stronger, needed)).toBe(isAtLeast(a, needed) || isAtLeast(b, needed))
    }),
  )
})
