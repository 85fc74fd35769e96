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

test('the audience of a site counts its pages and lists its addresses', async () => {
  const site = await aSite(app, ['Guides', 'Reference'])
  const { call, params, organizationId } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceIds = items.map(({ space }) => space.id)
  const insert = (title: string) => ({ operation: 'insert_page' as const, title, document: {} })
  for (const [spaceId = '', ...titles] of [
    [spaceIds[0], 'Install', 'Use'],
    [spaceIds[1], 'API'],
  ])
    await call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: titles.map((title) => insert(title ?? '')) },
    })
  const { basename } = await call(api.sites.get, { params })
  const service = `${app.service.urls.base}/sites/${basename}/`
  const before = await call(api.siteAudience.get, { params })
  expect(before).toEqual({
    object: 'site-audience',
    visibility: 'public',
    published: false,
    addresses: [service],
    pages: 3,
    shareLinks: 0,
  })
  const hostname = `docs.${organizationId.toLowerCase()}.example`
  await call(api.sites.setHostname, { params, body: { hostname } })
  await call(api.siteShareLinks.create, { params, body: { name: 'Partners' } })
  const fallbackURL = 'https://app.example.org/in'
  await call(api.sitePublishing.updateAuth, { params, body: { backend: 'custom', fallbackURL } })
  await call(api.siteSections.create, { params, body: { spaceId: spaceIds[0] ?? '', title: 'Again' } })
  expect(await call(api.siteAudience.get, { params })).toMatchObject({
    addresses: [`https://${hostname}/`, service],
    pages: 5,
    shareLinks: 1,
    signInURL: fallbackURL,
  })
  const editor = await app.aMember(organizationId, 'read')
  const grant = { role: 'edit' as const, users: [editor.userId] }
  await call(api.sitePermissions.grant, { params, body: grant })
  await expect(app.as(editor)(api.siteAudience.get, { params })).rejects.toMatchObject({ status: 403 })
})
