import { expect, test } from 'vitest'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { expandOperations } from './operation-markdown.ts'

const operation: ApiOperation = {
  method: 'get',
  path: '/pets',
  server: 'https://api.example.org',
  tags: [],
  security: [{ name: 'key', kind: 'apiKey', in: 'header', parameter: 'X-Key' }],
  securityAlternatives: [[{ name: 'login', kind: 'oauth2' }], []],
  parameters: [],
  responses: [],
}

const pet = {
  name: 'Pet',
  part: {
    types: ['object'],
    description: 'An animal.',
    properties: [
      { name: 'id', types: ['string'], required: true },
      { name: 'kind', types: ['string'], values: ['"cat"', '"dog"'], description: 'What | it is' },
    ],
  },
}

const known = {
  operation: () => operation,
  schemas: ({ spec }: { spec: string }) =>
    spec === 'pets' ? [pet, { name: 'Color', part: { types: ['string'], values: ['"red"'] } }] : null,
}

test('models become headings with a table of their properties', () => {
  const text = 'Before.\n\n{% openapi-schemas spec="pets" %}\n{% endopenapi-schemas %}\n\nAfter.'
  expect(expandOperations(text, known)).toBe(
    [
      'Before.',
      '### Pet',
      'An animal.',
      '| Property | Type | Description |\n| --- | --- | --- |\n| `id` (required) | string |  |\n| `kind` | string | What \\| it is One of `"cat"`, `"dog"`. |',
      '### Color',
      'Type: string. One of `"red"`.',
      'After.',
    ].join('\n\n'),
  )
})

test('models of an unknown specification stay as they are', () => {
  const text = '{% openapi-schemas spec="others" %}\n[Others](https://x.example)\n{% endopenapi-schemas %}'
  expect(expandOperations(text, known)).toBe(text)
})

test('an operation says how it can be authorized', () => {
  const text = '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}'
  expect(expandOperations(text, known)).toContain(
    'Authorization: `X-Key: YOUR_KEY`, or `Authorization: Bearer YOUR_TOKEN`, or none',
  )
})
