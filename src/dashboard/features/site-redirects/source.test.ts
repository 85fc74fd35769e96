import { expect, test } from 'vitest'
import { shownSource, sourceOf } from './source.ts'

test('a source is the path of a pasted address', () => {
  expect(sourceOf(' https://old.example.org/Wiki/Foo_(bar)/ ')).toBe('/Wiki/Foo_%28bar%29')
  expect(sourceOf('old/guide')).toBe('/old/guide')
  expect(sourceOf('/manual/*')).toBe('/manual/*')
})

test('a source is shown as people write it, and means the same when it is saved', () => {
  for (const [source, shown] of [
    ['/%D1%81%D1%82%D0%B0%D1%80%D1%8B%D0%B9', '/старый'],
    ['/page%201_%28a%29', '/page 1_(a)'],
    ['/a%2Fb%25c%2a', '/a%2Fb%25c%2a'],
    ['/%ff', '/%ff'],
  ] as const) {
    expect(shownSource(source)).toBe(shown)
    expect(sourceOf(shown)).toBe(source)
  }
})
