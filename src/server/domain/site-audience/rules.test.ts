import { expect, test } from 'vitest'
import { parseCondition } from '#contract/shared/condition.ts'
import { evaluateCondition } from '#contract/shared/evaluate-condition.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { templatesFrom } from './rules.ts'

const schema: VisitorSchema = {
  type: 'object',
  properties: {
    beta: { type: 'boolean', description: 'Tries what is new' },
    plan: { type: 'string', enum: ['free', 'pro "plus"'] },
    locale: { type: 'string' },
    seats: { type: 'integer' },
    groups: { type: 'array', items: { type: 'string', enum: ['staff'] } },
    'not a name': { type: 'boolean' },
    unsigned: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['dark'] } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

test('every claim has valid condition templates', () => {
  expect(templatesFrom(schema)).toEqual([
    { description: 'Tries what is new: yes', condition: 'visitor.claims.beta' },
    { description: 'Tries what is new: no, or not known', condition: '!visitor.claims.beta' },
    { description: 'plan is free', condition: 'visitor.claims.plan == "free"' },
    { description: 'plan is pro "plus"', condition: 'visitor.claims.plan == "pro \\"plus\\""' },
    { description: 'locale is known', condition: 'visitor.claims.locale' },
    { description: 'seats is at least 1', condition: 'visitor.claims.seats >= 1' },
    { description: 'groups has staff', condition: 'visitor.claims.groups.includes("staff")' },
    { description: 'theme is dark', condition: 'visitor.claims.unsigned.theme == "dark"' },
  ])
})

test('a template is true for a visitor with the claim and false for an anonymous visitor', () => {
  const claims = {
    ...{ beta: true, plan: 'free', locale: 'fr', seats: 3, groups: ['staff'] },
    unsigned: { theme: 'dark' },
  }
  const conditions = templatesFrom(schema).map(({ condition }) => parseCondition(condition))
  const heldBy = (visitor: unknown) => conditions.map((one) => evaluateCondition(one, visitor))
  expect(heldBy({ claims })).toEqual([true, false, true, false, true, true, true, true])
  const stranger = { claims: { unsigned: {} } }
  expect(heldBy(stranger)).toEqual([false, true, false, false, false, false, false, false])
})

test('a schema with many values has 100 templates', () => {
  const values = Array.from({ length: 300 }, (_, index) => `v${index}`)
  const properties = { plan: { type: 'string' as const, enum: values } }
  expect(templatesFrom({ ...schema, properties })).toHaveLength(100)
})
