import { expect, test } from 'vitest'
import { slugFrom, stateOf, titleIn } from './spec-words.ts'

test.each([
  ['https://api.example.org/v1/Pet Store.yaml', 'pet-20store'],
  ['https://example.org/specs/petstore.json?x=1', 'petstore'],
  ['openapi.yml', 'openapi'],
  ['Überflug API v2', 'uberflug-api-v2'],
  ['…', ''],
])('%s is called %s', (name, slug) => {
  expect(slugFrom(name)).toBe(slug)
})

test('the title is seen in YAML and in JSON', () => {
  expect(titleIn('openapi: 3.1.0\ninfo:\n  title: Pet store\n')).toBe('Pet store')
  expect(titleIn('{\n  "info": {\n    "title": "Pet store"\n  }\n}')).toBe('Pet store')
  expect(titleIn('info: { title: Pet store, version: 1 }')).toBe('Pet store')
  expect(titleIn('openapi: 3.1.0')).toBe('')
})

test('a failed reading says whether there is a version to show', () => {
  const failed = { processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' } as const
  const spec = { ...failed, slug: 'a' } as Parameters<typeof stateOf>[0]
  expect(stateOf(spec).words).toBe('Not read')
  expect(stateOf({ ...spec, lastVersion: 'v' }).words).toBe('Not read again')
})
