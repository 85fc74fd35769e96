import { expect, test } from 'vitest'
import { removalQuestion } from './removal-question.ts'
import { aSpace } from './sample-structure.ts'

const published = (id: string) => {
  const space = aSpace(id)
  return { ...space, urls: { ...space.urls, published: `https://docs.example.org/${id}/?k=secret` } }
}

test('nothing is asked before a space of an unpublished site is removed', () => {
  expect(removalQuestion([aSpace('v1')])).toBeUndefined()
})

test('the first addresses that stop working are named without share keys, and the others counted', () => {
  const { description = '' } = removalQuestion(['a', 'b', 'c', 'd', 'e'].map(published)) ?? {}
  expect(description).toContain('Readers lose access to 5 spaces')
  expect(description).toContain('docs.example.org/a, docs.example.org/b, docs.example.org/c and 2 more')
})
