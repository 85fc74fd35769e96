import { expect, test } from 'vitest'
import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'
import { bundleOf } from './bundle.ts'
import { parseSpec } from './parse-spec.ts'

const nowhere = async (): Promise<string> => {
  throw new Error('Nothing is fetched')
}

/** The response schema of a specification with these components. */
async function schemaOf(schema: object, schemas: object = {}): Promise<SchemaPart | undefined> {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } },
    },
    components: { schemas },
  }
  const { operations } = await parseSpec({ text: JSON.stringify(spec), url: null }, nowhere)
  return operations[0]?.responses[0]?.contents[0]?.schema
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('nullable types of 3.0 and 3.1 are equal', async () => {
  const schema = await schemaOf(
    {
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'string', nullable: true },
        c: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        d: { anyOf: [ref('P'), { type: 'null' }] },
      },
    },
    { P: { type: 'object' } },
  )
  expect(schema?.properties?.map(({ types }) => types)).toEqual([
    ['string', 'null'],
    ['string', 'null'],
    ['string', 'null'],
    ['object', 'null'],
  ])
  expect(schema?.properties?.[3]?.title).toBe('P')
})

test('allOf is merged, even through references', async () => {
  const schema = await schemaOf(ref('C'), {
    A: { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, description: 'Of A' },
    B: { allOf: [ref('A'), { properties: { b: { type: 'integer' } } }] },
    C: {
      allOf: [ref('B'), ref('C'), { properties: { a: { type: 'string', format: 'uuid' } } }],
      description: 'Of C',
    },
  })
  expect(schema).toMatchObject({ title: 'C', description: 'Of C', types: ['object'] })
  expect(schema?.properties).toMatchObject([
    { name: 'a', format: 'uuid', required: true },
    { name: 'b', types: ['integer'] },
  ])
})

test('circular schemas are cut in every form', async () => {
  const schema = await schemaOf(ref('Node'), {
    Node: {
      type: 'object',
      properties: {
        next: ref('Node'),
        all: { type: 'array', items: ref('Node') },
        one: { oneOf: [ref('Leaf'), ref('Node')] },
        by: { type: 'object', additionalProperties: ref('Node') },
        also: ref('Other'),
      },
    },
    Leaf: { type: 'string' },
    Other: { type: 'object', properties: { back: ref('Node') } },
    Loop: ref('Loop'),
  })
  const [next, all, one, by, also] = schema?.properties ?? []
  expect(next).toMatchObject({ title: 'Node', circular: true })
  expect(all?.items).toMatchObject({ circular: true })
  expect(one?.choice?.of).toMatchObject([{ title: 'Leaf' }, { circular: true }])
  expect(by?.properties).toMatchObject([{ name: '[key]', circular: true }])
  expect(also?.properties).toMatchObject([{ name: 'back', circular: true }])
})

test('circular and missing references end', async () => {
  const schemas = { A: ref('B'), B: ref('A') }
  expect(await schemaOf(ref('A'), schemas)).toMatchObject({ title: 'A', cut: true })
  expect(await schemaOf(ref('Gone'))).toMatchObject({ title: 'Gone', cut: true })
  expect(await schemaOf({ $ref: '#/constructor' })).toMatchObject({ cut: true })
})

test('huge and deep schemas are cut at the limits', async () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: 'string' }]))
  const schema = await schemaOf({ type: 'object', properties: wide })
  expect(schema?.properties?.length).toBeLessThan(601)
  expect(schema?.cut).toBe(true)
  let deep: object = { type: 'string' }
  for (let n = 0; n < 500; n++) deep = { type: 'object', properties: { p: deep } }
  const json = JSON.stringify(await schemaOf(deep))
  expect(json).toContain('"cut":true')
  expect(json.length).toBeLessThan(2000)
  // Each level contains the next one twice: without a limit that is 2 to the power of 40.
  const twice = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `L${n}`,
      { type: 'object', properties: { a: ref(`L${n + 1}`), b: ref(`L${n + 1}`) } },
    ]),
  )
  expect(JSON.stringify(await schemaOf(ref('L0'), twice)).length).toBeLessThan(100_000)
})

test('examples are taken from the specification or generated, without read-only or write-only properties', async () => {
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string', readOnly: true },
      secret: { type: 'string', writeOnly: true },
      kind: { enum: ['cat', 'dog'] },
      size: { type: 'integer', minimum: 3 },
      tags: { type: 'array', items: { type: 'string', example: 'old' } },
    },
  }
  const spec = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: {
      '/a': {
        post: { requestBody: content(schema), responses: { 200: { description: 'x', ...content(schema) } } },
      },
    },
  }
  const { operations } = await parseSpec({ text: JSON.stringify(spec), url: null }, nowhere)
  const [created] = operations as [ApiOperation]
  expect(JSON.parse(created.body?.contents[0]?.example ?? '')).toEqual({
    secret: 'text',
    kind: 'cat',
    size: 3,
    tags: ['old'],
  })
  expect(JSON.parse(created.responses[0]?.contents[0]?.example ?? '')).toEqual({
    id: 'text',
    kind: 'cat',
    size: 3,
    tags: ['old'],
  })
})

test('operations inherit the parameters of their path and can override them', async () => {
  const text = `openapi: 3.0.0
info: { title: T, version: '1' }
servers: [{ url: 'https://{where}.example.org/', variables: { where: { default: eu } } }]
paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, schema: { type: string } }
      - { $ref: '#/components/parameters/Page' }
    get:
      parameters: [{ name: page, in: query, description: Own, schema: { type: integer } }]
      responses: { default: { $ref: '#/components/responses/None' } }
components:
  parameters: { Page: { name: page, in: query, description: Shared } }
  responses: { None: { description: Nothing } }
`
  const { operations } = await parseSpec({ text, url: null }, nowhere)
  expect(operations[0]).toMatchObject({
    server: 'https://eu.example.org',
    parameters: [
      { in: 'path', part: { name: 'id', required: true } },
      { in: 'query', part: { name: 'page', description: 'Own' } },
    ],
    responses: [{ status: 'default', description: 'Nothing' }],
  })
})

test('the same content has the same hash in JSON and YAML', async () => {
  const read = (text: string) => parseSpec({ text, url: null }, nowhere)
  const [a, b] = [
    await read('{"openapi":"3.1.0","paths":{}}'),
    await read('{ "openapi": "3.1.0",\n "paths": {} }'),
  ]
  expect(a.hash).toBe(b.hash)
  expect((await read('{"openapi":"3.1.1","paths":{}}')).hash).not.toBe(a.hash)
})

test('security alternatives follow the first one, and an empty one needs no authorization', async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    security: [{ key: [], tenant: [] }, { login: ['read'] }, {}],
    paths: { '/a': { get: { responses: {} }, post: { security: [{ login: [] }], responses: {} } } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        tenant: { type: 'apiKey', in: 'query', name: 'tenant' },
        login: { type: 'oauth2', flows: {} },
      },
    },
  }
  const { operations } = await parseSpec({ text: JSON.stringify(spec), url: null }, nowhere)
  const [get, post] = operations
  expect(get?.security.map(({ name }) => name)).toEqual(['key', 'tenant'])
  expect(get?.securityAlternatives).toEqual([[{ name: 'login', kind: 'oauth2', scopes: ['read'] }], []])
  expect(post?.security.map(({ name }) => name)).toEqual(['login'])
  expect(post?.securityAlternatives).toBeUndefined()
})

test('webhooks come after the operations, with their name as path and without a server', async () => {
  const responses = { 200: { description: 'Received' } }
  const spec = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://api.example.org' }],
    paths: { '/pets': { get: { responses } } },
    webhooks: {
      '/pets': { get: { responses } },
      petAdopted: { $ref: '#/components/pathItems/adopted' },
      petLost: { post: { 'x-internal': true, responses } },
    },
    components: { pathItems: { adopted: { post: { summary: 'Adopted', responses } } } },
  }
  const { operations } = await parseSpec({ text: JSON.stringify(spec), url: null }, nowhere)
  expect(
    operations.map(({ method, path, webhook, server, summary }) => [method, path, webhook, server, summary]),
  ).toEqual([
    ['get', '/pets', undefined, 'https://api.example.org', undefined],
    ['post', 'petAdopted', true, undefined, 'Adopted'],
  ])
})

test('a bundle refers to its parts, also in the mappings of discriminators', () => {
  const [root, animals] = ['https://a.example/api.yaml', 'https://a.example/models/animals.yaml']
  const mapping = { dog: './models/animals.yaml#/Dog', cat: '#/components/schemas/Cat', bird: 'Bird' }
  const bundle = bundleOf(
    new Map<string, unknown>([
      [root, { components: { schemas: { Animal: { discriminator: { propertyName: 'kind', mapping } } } } }],
      [animals, { Any: { discriminator: { mapping: { dog: '#/Dog', other: '../other.yaml' } } }, Dog: {} }],
    ]),
    root,
  )
  expect(JSON.parse(bundle)).toMatchObject({
    components: {
      schemas: {
        Animal: {
          discriminator: {
            propertyName: 'kind',
            mapping: { dog: '#/x-files/animals/Dog', cat: '#/components/schemas/Cat', bird: 'Bird' },
          },
        },
      },
    },
    'x-files': {
      animals: {
        Any: { discriminator: { mapping: { dog: '#/x-files/animals/Dog', other: '../other.yaml' } } },
      },
    },
  })
})
