import { expect, test } from 'vitest'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { apiRequestOf, connectOrigin, connectOrigins, credentialsOf } from './api-request.ts'
import { english } from './labels.ts'

const operation: ApiOperation = {
  method: 'post',
  path: '/pets/{id}',
  server: 'https://api.example.org/v1',
  tags: [],
  security: [
    { name: 'key', kind: 'apiKey', in: 'query', parameter: 'api_key' },
    { name: 'session', kind: 'apiKey', in: 'cookie', parameter: 'sid' },
    { name: 'login', kind: 'http', scheme: 'Basic' },
  ],
  parameters: [
    { in: 'path', part: { name: 'id', types: ['integer'], required: true, example: '7' } },
    { in: 'query', part: { name: 'tags', types: ['array'], default: '["a","b"]' } },
    { in: 'header', part: { name: 'X-Mode', types: ['string'], values: ['"fast"', '"slow"'] } },
    { in: 'cookie', part: { name: 'sid', types: ['string'] } },
  ],
  body: { required: true, contents: [{ mediaType: 'application/json', example: '{}' }] },
  responses: [],
}

test('a request has the fields that a page can send, with the values of the specification', () => {
  expect(apiRequestOf(operation, english)).toMatchObject({
    method: 'POST',
    servers: ['https://api.example.org/v1'],
    parameters: [
      { in: 'path', name: 'id', type: 'number', required: true, value: '7' },
      { in: 'query', name: 'tags', type: 'list', value: 'a,b' },
      { in: 'header', name: 'X-Mode', type: 'text', values: ['fast', 'slow'] },
    ],
    security: [
      [
        { name: 'key', kind: 'query', parameter: 'api_key' },
        { name: 'login', kind: 'basic' },
      ],
    ],
    body: { mediaType: 'application/json', required: true, text: '{}' },
  })
})

test('all authorizations that a page can use are offered', () => {
  const [key, session, login] = operation.security.map((scheme) => [scheme])
  const securityAlternatives = [session ?? [], login ?? [], []]
  const request = apiRequestOf({ ...operation, security: key ?? [], securityAlternatives }, english)
  expect(request?.security.map((schemes) => schemes.map(({ name }) => name))).toEqual([
    ['key'],
    ['login'],
    [],
  ])
})

test('there is no request without a server that pages may connect to, or where the author hides it', () => {
  expect(apiRequestOf({ ...operation, server: 'http://api.example.org' }, english)).toBeNull()
  expect(apiRequestOf({ ...operation, hidesTryIt: true }, english)).toBeNull()
  expect(apiRequestOf({ ...operation, method: 'trace' }, english)).toBeNull()
  const servers = ['http://localhost:3000/x', 'https://b.example', 'http://c.example']
  expect(apiRequestOf({ ...operation, servers }, english)?.servers).toEqual(servers.slice(0, 2))
  expect(connectOrigins([operation, { ...operation, servers }, { ...operation, hidesTryIt: true }])).toEqual([
    'https://api.example.org',
    'http://localhost:3000',
    'https://b.example',
  ])
})

test.each([
  'https://*.example.org',
  'https://a.example;script-src',
  'https://me:pw@a.example',
  'ftp://a.example',
  '/v1',
])('the content policy never gets %s', (server) => {
  expect(connectOrigin(server)).toBeNull()
})

test('a security scheme says what to send', () => {
  expect(operation.security.map(credentialsOf)).toEqual([
    '?api_key=YOUR_KEY',
    'Cookie: sid=YOUR_KEY',
    'Authorization: Basic YOUR_CREDENTIALS',
  ])
})
