import { h } from 'hastscript'
import { expect, test } from 'vitest'
import { excerptOf, normalizeHeadings } from './article-text.ts'
import { print } from './html.ts'

const levels = (...names: string[]) =>
  print(
    normalizeHeadings(
      h(
        null,
        names.map((name) => h(name)),
      ),
    ),
  )
    .split(/<\/h\d>/)
    .filter(Boolean)

test('headings without gaps are unchanged', () => {
  const root = h(null, [h('h2'), h('h3'), h('h4'), h('h2')])
  expect(normalizeHeadings(root)).toBe(root)
})

test('a level-1 heading becomes a level-2 heading', () => {
  expect(levels('h1', 'h2', 'h3')).toEqual(['<h2>', '<h2>', '<h3>'])
})

test('skipped levels are corrected with aria-level, equally for siblings', () => {
  expect(levels('h2', 'h4', 'h4', 'h3', 'h4')).toEqual([
    '<h2>',
    '<h4 aria-level="3">',
    '<h4 aria-level="3">',
    '<h3>',
    '<h4>',
  ])
  expect(levels('h3', 'h2')).toEqual(['<h3 aria-level="2">', '<h2>'])
})

test('the input is not modified', () => {
  const root = h(null, [h('h4', 'Deep')])
  normalizeHeadings(root)
  expect(print(root)).toBe('<h4>Deep</h4>')
})

test('the excerpt is the first paragraph with enough text, at any depth', () => {
  const sentence = 'Cranes stand on rails and are moved by hand.'
  expect(
    excerptOf(h(null, [h('p', ' '), h('div', h('p', sentence)), h('p', 'Another paragraph that is later.')])),
  ).toBe(sentence)
  expect(excerptOf(h(null, [h('h2', 'A heading that is long enough')]))).toBeUndefined()
})

test('the excerpt is truncated between words', () => {
  const excerpt = excerptOf(h(null, [h('p', 'wordy '.repeat(60))])) ?? ''
  expect(excerpt.length).toBeLessThanOrEqual(160)
  expect(excerpt).toMatch(/wordy…$/)
})
