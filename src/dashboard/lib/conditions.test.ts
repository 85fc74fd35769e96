import { expect, test } from 'vitest'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { conditionWarnings, flattenClaims, isVisibleTo } from './conditions.ts'

const schema: VisitorSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'] },
    beta: { type: 'boolean' },
    company: { type: 'string' },
    unsigned: { type: 'object', additionalProperties: false, properties: { lang: { type: 'string' } } },
  },
}

test('claims are named as conditions name them', () => {
  expect(flattenClaims(schema).map(({ name }) => name)).toEqual([
    'visitor.claims.plan',
    'visitor.claims.beta',
    'visitor.claims.company',
    'visitor.claims.unsigned.lang',
  ])
})

test('a claim that is not in the schema is doubted', () => {
  expect(conditionWarnings('visitor.claims.planet == "pro"', schema, false)).toEqual([
    'visitor.claims.planet isn’t in the schema',
  ])
  expect(
    conditionWarnings('visitor.claims.plan.length > 2 && visitor.claims["beta"]', schema, false),
  ).toEqual([])
})

test('a condition that no allowed visitor meets is a warning, if that can be determined', () => {
  const never = 'No visitor allowed by the schema sees this'
  expect(conditionWarnings('visitor.claims.plan == "gold"', schema, false)).toEqual([never])
  expect(conditionWarnings('visitor.claims.beta && !visitor.claims.beta', schema, false)).toEqual([never])
  expect(conditionWarnings('visitor.claims.company == "gold"', schema, false)).toEqual([])
  expect(conditionWarnings('visitor.claims.plan == "pro"', schema, false)).toEqual([])
})

test('a hidden default and a syntax error are warnings', () => {
  expect(conditionWarnings('visitor.claims.beta', schema, true)).toHaveLength(1)
  expect(conditionWarnings('visitor.claims.beta =', schema, false)[0]).toMatch(/^Character 21/)
})

test('a condition decides who sees something', () => {
  expect(isVisibleTo({ plan: 'pro' }, 'visitor.claims.plan == "pro"')).toBe(true)
  expect(isVisibleTo({}, 'visitor.claims.plan == "pro"')).toBe(false)
  expect(isVisibleTo({}, undefined)).toBe(true)
  expect(isVisibleTo({}, 'not a condition')).toBe(false)
})
