import { expect, test } from 'vitest'
import { changed, dissolved, withDefault } from './editing.ts'
import { partOf } from './parts.ts'
import { aSpace, defaultsOf, halden, outlineOf } from './parts-for-tests.ts'

test.each(['products', 'one', 'fr', 'notes'])('%s is changed where it stands', (id) => {
  const after = changed(halden(), id, (part) => ({ ...part, version: 7 }))
  expect(partOf(after, id)?.version).toBe(7)
  expect(outlineOf(after)).toEqual(outlineOf(halden()))
})

test('there is one default section, and one default space in each', () => {
  const fr = aSpace('fr', { section: 'one' })
  expect(defaultsOf(withDefault(halden(), fr))).toEqual(['one', 'fr', 'mini-en', 'v3', 'notes-en'])
  const section = partOf(halden(), 'api')
  if (section?.object !== 'site-section') throw new Error('no section')
  expect(defaultsOf(withDefault(halden(), section))).toEqual(['en', 'mini-en', 'api', 'v3', 'notes-en'])
})

test('the sections of a dissolved group stand in its place', () => {
  const after = dissolved(halden(), 'products')
  expect(outlineOf(after)?.filter((line) => !line.includes(' in '))).toEqual(['one', 'mini', 'api', 'notes'])
  expect(partOf(after, 'one')).not.toHaveProperty('sectionGroup')
})
