import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { VisitorSchema } from '#contract/site-audience.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const schema: VisitorSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' },
    beta: { type: 'boolean' },
    unsigned: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
  },
  additionalProperties: false,
}

test('the schema of visitor claims keeps its order', async () => {
  const { call, params } = await aSite(app, ['Guides'])
  const first = await call(api.siteAudience.getSchema, { params })
  expect(first).toMatchObject({ object: 'site-adaptive-schema', version: 0 })
  const saved = await call(
    api.siteAudience.putSchema,
    { params, body: { jsonSchema: schema } },
    { ifMatch: 0 },
  )
  expect(JSON.stringify(saved.jsonSchema)).toBe(JSON.stringify(schema))
  expect(await call(api.siteAudience.getSchema, { params })).toEqual(saved)
  const late = call(
    api.siteAudience.putSchema,
    { params, body: { jsonSchema: first.jsonSchema } },
    { ifMatch: 0 },
  )
  await expect(late).rejects.toMatchObject({ status: 412 })
})

test.each([
  ['a type that is none', { ...schema, properties: { plan: { type: 'date' } } }],
  ['an open object', { ...schema, additionalProperties: true }],
  ['a list of nothing', { ...schema, properties: { groups: { type: 'array' } } }],
])('a schema with %s is rejected', async (_, jsonSchema) => {
  const { params, admin } = await aSite(app, ['Guides'])
  const { status } = await app.send({
    method: 'PUT',
    url: `/v1/orgs/${params.organizationId}/sites/${params.siteId}/adaptive-schema`,
    token: admin.token,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonSchema }),
  })
  expect(status).toBe(400)
})
