import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anchorOf, slugOf, uniqueSlug } from './slug.ts'

test.each([
  ['Install by RPM (Red Hat)', 'install-by-rpm-red-hat'],
  ['Über Größe & Maß', 'uber-grosse-and-mass'],
  ['v1.2 → v2.0', 'v1.2-v2.0'],
  ['record_transformer', 'record_transformer'],
  ["What's new?", 'whats-new'],
  ['日本語', 'page'],
  ['...', 'page'],
])('%s has the slug %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test.each([
  ['<buffer> Section', 'less-than-buffer-greater-than-section'],
  ['`@type` (required)', 'type-required'],
  ['C++ in 1.5', 'c++-in-1.5'],
  ['日本語', 'section'],
])('%s has the anchor %s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor)
})

test('slugs and anchors match their patterns for any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      expect(slugOf(title)).toMatch(/^[a-z0-9]+([-_.][a-z0-9]+)*$/)
      expect(slugOf(title).length).toBeLessThanOrEqual(100)
      expect(anchorOf(title)).toMatch(/^[-a-z0-9.+_]+$/)
    }),
  )
})

test('a taken slug gets the next free number', () => {
  expect(uniqueSlug('a', new Set())).toBe('a')
  expect(uniqueSlug('a', new Set(['a', 'a-1']))).toBe('a-2')
  expect(uniqueSlug('x'.repeat(100), new Set(['x'.repeat(100)]))).toBe(`${'x'.repeat(98)}-1`)
})
