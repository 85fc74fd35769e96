import { expect, test } from 'vitest'
import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'
import { apiBlocksIn } from './api-blocks.ts'
import { samplesOf } from './api-samples.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { parseMarkdown } from './parse.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const pet: SchemaPart = {
  title: 'Pet',
  types: ['object'],
  properties: [
    { name: 'id', types: ['string'], format: 'uuid', required: true, readOnly: true },
    {
      name: 'name',
      types: ['string', 'null'],
      description: 'Its **name**',
      facts: [{ name: 'minLength', value: '1' }],
    },
    { name: 'kind', types: ['string'], values: ['"cat"', '"dog"'], default: '"cat"' },
    { name: 'mother', title: 'Pet', types: ['object'], circular: true },
    {
      name: 'toys',
      types: ['array'],
      items: {
        types: [],
        choice: { kind: 'anyOf', of: [{ title: 'Ball', types: ['object'] }, { types: ['string'] }] },
      },
    },
    { name: 'home', title: 'Home', types: ['object'], properties: [{ name: 'street', types: ['string'] }] },
  ],
}

const operation: ApiOperation = {
  method: 'put',
  path: '/pets/{id}',
  server: 'https://api.example.org/v1',
  summary: 'Change a pet',
  tags: ['Pets'],
  security: [{ name: 'token', kind: 'http', scheme: 'bearer' }],
  parameters: [
    { in: 'path', part: { name: 'id', types: ['string'], required: true, example: '"a b"' } },
    { in: 'query', part: { name: 'dry', types: ['boolean'] } },
    { in: 'query', part: { name: 'as', types: ['string'], required: true } },
  ],
  body: {
    required: true,
    contents: [
      { mediaType: 'application/json', schema: pet, example: '{\n  "name": "O\'Hara",\n  "old": true\n}' },
    ],
  },
  responses: [
    {
      status: '200',
      description: 'The pet',
      contents: [{ mediaType: 'application/json', schema: pet, example: '{}' }],
    },
    { status: '404', description: 'No such pet', contents: [] },
  ],
}

const block =
  '{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n[Pets](https://x.example)\n{% endopenapi-operation %}'
const render = (result: ApiOperation | null, markdown = block) =>
  toHtml(toHast(parseMarkdown(markdown), { operation: () => result }))

test('both tag names reference operations', () => {
  const text = `${block}\n\n{% openapi src="https://x.example/a.yaml" path="/a" method="GET" %}\n\n{% openapi src="a.yaml" %}`
  expect(apiBlocksIn(parseMarkdown(text))).toEqual([
    { spec: 'pets', path: '/pets/{id}', method: 'put' },
    { spec: 'https://x.example/a.yaml', path: '/a', method: 'get' },
  ])
})

test('an operation is rendered with parameters, body, responses and samples', () => {
  const html = render(operation)
  expect(html).toContain('<section class="op" id="put-pets-id" aria-label="Change a pet">')
  expect(html).toContain(
    '<span class="host">https://api.example.org</span>/v1/pets/<span class="var">{id}</span>',
  )
  for (const words of [
    'Path parameters',
    'Query parameters',
    'Authorization',
    'Responses',
    'Properties of Home',
  ])
    expect(html).toContain(words)
  expect(html).toContain('string or null')
  expect(html).toContain('Its <strong>name</strong>')
  expect(html).toContain('minLength: <code>1</code>')
  expect(html).toContain('One of: <code>"cat"</code> <code>"dog"</code>')
  expect(html).toContain('Pet, as above')
  expect(html).toContain('<span class="status no">404</span>')
  expect(html).not.toContain('x.example')
})

test('an unknown operation is rendered from the attributes of its tag', () => {
  const html = render(null)
  expect(html).toContain('<span class="method put">PUT</span>')
  expect(html).toContain('href="https://x.example"')
})

test('text of a specification cannot inject scripts or unsafe links', () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1)) **b**'
  const part: SchemaPart = {
    name: evil,
    title: evil,
    types: [evil],
    format: evil,
    description: evil,
    example: evil,
  }
  const facts = { facts: [{ name: evil, value: evil }], values: [evil], default: evil }
  const html = render({
    method: 'get',
    path: `/${evil}`,
    server: `https://x.example/${evil}`,
    summary: evil,
    description: `${evil}\n\n{% openapi-operation spec="pets" path="/pets/{id}" method="put" %}\n\n{% embed url="javascript:alert(1)" %}`,
    tags: [evil],
    security: [{ name: evil, kind: 'apiKey', in: evil, parameter: evil, scopes: [evil] }],
    parameters: [{ in: 'header', part: { ...part, ...facts, properties: [part] } }],
    body: { required: true, description: evil, contents: [{ mediaType: evil, schema: part, example: evil }] },
    responses: [
      { status: '200', description: evil, headers: [part], contents: [{ mediaType: evil, example: evil }] },
    ],
  })
  const withoutNames = html.replace(/ (?:aria-label|data-request)="[^"]*"/g, '')
  expect(withoutNames).not.toMatch(/<script|<img[^>]*onerror|href="javascript|<iframe/i)
  expect(html.match(/class="op-grid"/g)).toHaveLength(1)
})

test('two operations on a page have unique ids and names', () => {
  const html = render(
    { ...operation, description: 'One[^1]\n\n[^1]: Note\n\n## Part\n\n`x`' },
    `${block}\n\n${block}`,
  )
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const names = [...html.matchAll(/<(?:section|pre|div)[^>]* aria-label="([^"]+)"/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('samples contain the required parameters and credentials', () => {
  const [curl, javascript, python] = samplesOf(operation).map(({ code }) => code)
  expect(curl).toContain("curl -X PUT 'https://api.example.org/v1/pets/a%20b?as=as'")
  expect(curl).toContain("-H 'Authorization: Bearer YOUR_TOKEN'")
  expect(curl).toContain("O'\\''Hara")
  expect(javascript).toContain('body: JSON.stringify({')
  expect(python).toContain('"old": True')
})

test('samples of multipart operations send fields and files', () => {
  const schema: SchemaPart = {
    types: ['object'],
    properties: [
      { name: 'photo', types: ['string'], format: 'binary' },
      { name: 'title', types: ['string'] },
    ],
  }
  const upload: ApiOperation = {
    ...operation,
    method: 'post',
    path: '/photos',
    parameters: [],
    body: { required: true, contents: [{ mediaType: 'multipart/form-data', schema }] },
  }
  const [curl, javascript, python] = samplesOf(upload).map(({ code }) => code)
  expect(curl).toContain("-F 'photo=@file'")
  expect(curl).not.toContain('Content-Type')
  expect(javascript).toContain('body.append("photo", file)')
  expect(python).toContain('"photo": open("file", "rb")')
})

test('alternatives of authorization are all listed', () => {
  const key = { name: 'key', kind: 'apiKey' as const, in: 'header', parameter: 'X-Key' }
  const html = render({ ...operation, securityAlternatives: [[key], []] })
  expect(html).toMatch(
    /<code>token<\/code> bearer[\s\S]*<p class="op-kind">or<\/p>[\s\S]*X-Key: YOUR_KEY[\s\S]*<p class="op-kind">or<\/p><p class="op-kind">No authorization<\/p>/,
  )
  expect(render({ ...operation, security: [], securityAlternatives: [[key]] })).toContain('No authorization')
  expect(render({ ...operation, security: [] })).not.toContain('Authorization</h3>')
})

test('a webhook shows its name and what it sends, without a URL to call', () => {
  const webhook: ApiOperation = {
    method: 'post',
    path: 'petAdopted',
    webhook: true,
    summary: 'A pet was adopted',
    tags: [],
    security: [],
    parameters: [],
    body: {
      required: true,
      contents: [{ mediaType: 'application/json', schema: pet, example: '{"id": 1}' }],
    },
    responses: [{ status: '200', description: 'Received', contents: [] }],
  }
  const text = '{% openapi-webhook spec="pets" name="petAdopted" method="post" %}\n{% endopenapi-webhook %}\n'
  const root = parseMarkdown(text)
  expect(apiBlocksIn(root)).toEqual([{ spec: 'pets', method: 'post', path: 'petAdopted' }])
  const html = toHtml(toHast(root, { operation: () => webhook }))
  expect(html).toContain('<span class="method post">POST</span><span>petAdopted</span>')
  expect(html).toContain('Webhook')
  expect(html).toContain('A pet was adopted')
  expect(html).toContain('<span class="l">{"id": 1}')
  expect(html).not.toMatch(/curl|api\.example\.com|op-try/)
  const unknown = toHtml(toHast(root, { operation: () => null }))
  expect(unknown).toContain('petAdopted')
  expect(operationMarkdown(webhook)).toContain('Webhook `POST petAdopted`')
})
