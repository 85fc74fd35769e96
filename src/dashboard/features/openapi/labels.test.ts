import { expect, test } from 'vitest'
import { slugOf, specStatus, specTitle } from './labels.ts'

test.each([
  ['https://api.example.org/v1/Pet Store.yaml', 'pet-20store'],
  ['https://example.org/specs/petstore.json?x=1', 'petstore'],
  ['openapi.yml', 'openapi'],
  ['Überflug API v2', 'uberflug-api-v2'],
  ['…', ''],
])('%s has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('finds the title in YAML and JSON', () => {
  expect(specTitle('openapi: 3.1.0\ninfo:\n  title: Pet store\n')).toBe('Pet store')
  expect(specTitle('{\n  "info": {\n    "title": "Pet store"\n  }\n}')).toBe('Pet store')
  expect(specTitle('info: { title: Pet store, version: 1 }')).toBe('Pet store')
  expect(specTitle('openapi: 3.1.0')).toBe('')
})

test('a failed import says whether an earlier version is shown', () => {
  const failed = { processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' } as const
  const spec = { ...failed, slug: 'a' } as Parameters<typeof specStatus>[0]
  expect(specStatus(spec).label).toBe('Failed')
  expect(specStatus({ ...spec, lastVersion: 'v' }).label).toBe('Update failed')
})

test('a specification that is not valid shows its number of problems', () => {
  const spec = { processingState: 'complete', lastVersion: 'v', lastProcessedErrors: [{ message: 'a' }] }
  expect(specStatus(spec as unknown as Parameters<typeof specStatus>[0])).toEqual({
    tone: 'warning',
    label: '1 problem',
  })
})
