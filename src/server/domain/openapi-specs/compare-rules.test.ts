import { expect, test } from 'vitest'
import { compareSpecs } from './parsing/compare-specs.ts'

type Members = Record<string, unknown>

/** A specification with `POST /pets`, changed by `operation`. */
const pets = (operation: Members = {}, paths: Members = {}) => ({
  'openapi.json': {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets/{id}': { post: { parameters: [id()], responses: {}, ...operation } }, ...paths },
  },
})

const id = (name = 'id') => ({ in: 'path', name, required: true, schema: { type: 'string' } })
const query = (name: string, schema: object, more: object = {}) => ({ in: 'query', name, schema, ...more })
const body = (schema: object, more: object = {}) => ({
  requestBody: { content: { 'application/json': { schema } }, ...more },
})
const response = (schema: object) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } } },
})

/** Changes as `kind at: message`. */
const changes = (before: object, after: object) =>
  compareSpecs({ before: before as Members, after: after as Members }).changes.map(
    ({ kind, at, message }) => `${kind} ${at || 'operation'}: ${message}`,
  )

test('the same specification has no changes, whatever its path parameters are called', () => {
  const one = {
    ...body({ type: 'object', properties: { a: { type: 'string' } } }),
    ...response({ type: 'object' }),
  }
  expect(changes(pets(one), pets(one))).toEqual([])
  const renamed = {
    'openapi.json': {
      openapi: '3.1.0',
      paths: { '/pets/{petId}': { post: { parameters: [id('petId')], ...one } } },
    },
  }
  expect(changes(pets(one), renamed)).toEqual([])
})

test('operations are removed and added', () => {
  const more = { '/b': { get: { responses: {} } }, '/c': { get: { deprecated: true, responses: {} } } }
  expect(changes(pets({}, more), pets())).toEqual([
    'breaking operation: Operation removed',
    'breaking operation: Operation removed',
  ])
  expect(changes(pets(), pets({}, more))).toEqual([
    'added operation: Operation added',
    'added operation: Operation added',
  ])
  expect(changes(pets(), pets({ deprecated: true, summary: 'Now' }))).toEqual([
    'changed operation: Deprecated',
    'changed operation: Summary or description changed',
  ])
})

test('parameters that are removed, renamed, required or narrowed break clients', () => {
  const before = pets({
    parameters: [id(), query('limit', { type: 'integer' }), query('sort', { type: 'string' })],
  })
  const after = pets({
    parameters: [
      id(),
      query('max', { type: 'integer' }),
      query('sort', { type: 'string', enum: ['name'] }, { required: true }),
      query('key', { type: 'string' }, { required: true }),
    ],
  })
  expect(changes(before, after)).toEqual([
    'breaking query parameter limit: Parameter removed',
    'added query parameter max: Optional parameter added',
    'breaking query parameter sort: Now required',
    'breaking query parameter sort: Limited to "name"',
    'breaking query parameter key: Required parameter added',
  ])
})

test.each<[string, object, object, string[]]>([
  [
    'a new required field',
    { properties: {} },
    { properties: { a: {} }, required: ['a'] },
    ['breaking request body: a: Required field added'],
  ],
  [
    'a new optional field',
    { properties: {} },
    { properties: { a: {} } },
    ['added request body: a: Field added'],
  ],
  [
    'a removed field',
    { properties: { a: {} } },
    { properties: {} },
    ['breaking request body: a: Field removed'],
  ],
  [
    'a nested required field',
    { properties: { a: { properties: { b: {} } } } },
    { properties: { a: { properties: { b: {} }, required: ['b'] } } },
    ['breaking request body: a.b: Now required'],
  ],
  [
    'a narrowed type',
    { type: ['string', 'null'] },
    { type: 'string' },
    ['breaking request body: Type changed from string or null to string'],
  ],
  [
    'a widened type',
    { type: 'integer' },
    { type: 'number' },
    ['changed request body: Type changed from integer to number'],
  ],
  ['a removed value', { enum: ['a', 'b'] }, { enum: ['a'] }, ['breaking request body: Values removed: "b"']],
  ['an added value', { enum: ['a'] }, { enum: ['a', 'b'] }, ['added request body: Values added: "b"']],
  [
    'a lower maximum',
    { type: 'string', maxLength: 9 },
    { type: 'string', maxLength: 5 },
    ['breaking request body: maxLength changed from 9 to 5'],
  ],
  [
    'a higher maximum',
    { type: 'string', maxLength: 5 },
    { type: 'string', maxLength: 9 },
    ['changed request body: maxLength changed from 5 to 9'],
  ],
  [
    'items',
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: 'integer' } },
    ['breaking request body[]: Type changed from string to integer'],
  ],
])('in a request: %s', (_, before, after, expected) => {
  expect(changes(pets(body(before)), pets(body(after)))).toEqual(expected)
})

test.each<[string, object, object, string[]]>([
  [
    'a removed field',
    { properties: { a: {} } },
    { properties: {} },
    ['breaking response 200: a: Field removed'],
  ],
  [
    'a new field',
    { properties: {} },
    { properties: { a: {} }, required: ['a'] },
    ['added response 200: a: Field added'],
  ],
  [
    'a field that may be absent',
    { properties: { a: {} }, required: ['a'] },
    { properties: { a: {} } },
    ['breaking response 200: a: No longer always present'],
  ],
  [
    'a narrowed type',
    { type: ['string', 'null'] },
    { type: 'string' },
    ['changed response 200: Type changed from string or null to string'],
  ],
  [
    'a widened type',
    { type: 'string' },
    { type: ['string', 'null'] },
    ['breaking response 200: Type changed from string to string or null'],
  ],
  ['a removed value', { enum: ['a', 'b'] }, { enum: ['a'] }, ['changed response 200: Values removed: "b"']],
])('in a response: %s', (_, before, after, expected) => {
  expect(changes(pets(response(before)), pets(response(after)))).toEqual(expected)
})

test('bodies, media types, responses and authentication', () => {
  expect(changes(pets(), pets(body({}, { required: true })))).toEqual([
    'breaking request body: Required body added',
  ])
  expect(changes(pets(), pets(body({})))).toEqual(['added request body: Optional body added'])
  const xml = { requestBody: { content: { 'application/xml': {} } } }
  expect(changes(pets(body({})), pets(xml))).toEqual([
    'breaking request body: application/json removed',
    'added request body: application/xml added',
  ])
  const statuses = (...all: string[]) =>
    pets({ responses: Object.fromEntries(all.map((one) => [one, { description: '' }])) })
  expect(changes(statuses('200', '404'), statuses('201'))).toEqual([
    'breaking response 200: Removed',
    'changed response 404: Removed',
    'added response 201: Response added',
  ])
  expect(changes(pets(), pets({ security: [{ key: [] }] }))).toEqual([
    'breaking Authentication: Now required',
  ])
})

test('schemas that contain themselves or are huge end, and long lists are cut', () => {
  const tree = (more: object) => ({
    'openapi.json': {
      openapi: '3.1.0',
      paths: { '/a': { get: { ...response({ $ref: '#/components/schemas/T' }) } } },
      components: {
        schemas: {
          T: {
            type: 'object',
            properties: { children: { type: 'array', items: { $ref: '#/components/schemas/T' } }, ...more },
          },
        },
      },
    },
  })
  expect(changes(tree({ a: {} }), tree({}))).toEqual(['breaking response 200: a: Field removed'])
  const many = Object.fromEntries(
    Array.from({ length: 1200 }, (_, index) => [`/p${index}`, { get: { responses: {} } }]),
  )
  const result = compareSpecs({ before: pets(), after: pets({}, many) })
  expect([result.added, result.changes.length, result.truncated]).toEqual([1200, 1000, true])
})
