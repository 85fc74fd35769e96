import { h } from 'hastscript'
import { expect, test } from 'vitest'
import { belowTitle, openingOf } from './article-text.ts'
import { print } from './html.ts'

const levels = (...names: string[]) =>
  print(
    belowTitle(
      h(
        null,
        names.map((name) => h(name)),
      ),
    ),
  )
    .split(/<\/h\d>/)
    .filter(Boolean)

test('leaves headings alone that skip nothing', () => {
  const root = h(null, [h('h2'), h('h3'), h('h4'), h('h2')])
  expect(belowTitle(root)).toBe(root)
})

test('counts a heading of the first level as one of the second', () => {
  expect(levels('h1', 'h2', 'h3')).toEqual(['<h2>', '<h2>', '<h3>'])
})

test('tells the level that a heading has among the others, the same for all beside it', () => {
  expect(levels('h2', 'h4', 'h4', 'h3', 'h4')).toEqual([
    '<h2>',
    '<h4 aria-level="3">',
    '<h4 aria-level="3">',
    '<h3>',
    '<h4>',
  ])
  expect(levels('h3', 'h2')).toEqual(['<h3 aria-level="2">', '<h2>'])
})

test('does not change what it was given', () => {
  const root = h(null, [h('h4', 'Deep')])
  belowTitle(root)
  expect(print(root)).toBe('<h4>Deep</h4>')
})

test('opens with the first paragraph that says something, wherever it stands', () => {
  const say = 'Cranes stand on rails and are moved by hand.'
  expect(
    openingOf(h(null, [h('p', ' '), h('div', h('p', say)), h('p', 'Another paragraph that is later.')])),
  ).toBe(say)
  expect(openingOf(h(null, [h('h2', 'A heading that is long enough')]))).toBeUndefined()
})

test('is cut between words', () => {
  const cut = openingOf(h(null, [h('p', 'wordy '.repeat(60))])) ?? ''
  expect(cut.length).toBeLessThanOrEqual(160)
  expect(cut).toMatch(/wordy…$/)
})
