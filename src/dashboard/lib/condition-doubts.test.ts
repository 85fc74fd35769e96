import { expect, test } from 'vitest'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { claimsOf, doubtsAbout, isShownTo } from './condition-doubts.ts'

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
  expect(claimsOf(schema).map(({ name }) => name)).toEqual([
    'visitor.claims.plan',
    'visitor.claims.beta',
    'visitor.claims.company',
    'visitor.claims.unsigned.lang',
  ])
})

test('a claim that is not in the schema is doubted', () => {
  expect(doubtsAbout('visitor.claims.planet == "pro"', schema, false)).toEqual([
    'visitor.claims.planet is not in the schema',
  ])
  expect(doubtsAbout('visitor.claims.plan.length > 2 && visitor.claims["beta"]', schema, false)).toEqual([])
})

test('what no allowed visitor is shown is doubted, and only where that can be known', () => {
  const never = 'No visitor that the schema allows is shown this'
  expect(doubtsAbout('visitor.claims.plan == "gold"', schema, false)).toEqual([never])
  expect(doubtsAbout('visitor.claims.beta && !visitor.claims.beta', schema, false)).toEqual([never])
  expect(doubtsAbout('visitor.claims.company == "gold"', schema, false)).toEqual([])
  expect(doubtsAbout('visitor.claims.plan == "pro"', schema, false)).toEqual([])
})

test('a hidden default and what is not understood are told', () => {
  expect(doubtsAbout('visitor.claims.beta', schema, true)).toHaveLength(1)
  expect(doubtsAbout('visitor.claims.beta =', schema, false)[0]).toMatch(/^Character 21/)
})

test('whom something is shown to', () => {
  expect(isShownTo({ plan: 'pro' }, 'visitor.claims.plan == "pro"')).toBe(true)
  expect(isShownTo({}, 'visitor.claims.plan == "pro"')).toBe(false)
  expect(isShownTo({}, undefined)).toBe(true)
  expect(isShownTo({}, 'not a condition')).toBe(false)
})
