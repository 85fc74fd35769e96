import { expect, test } from 'vitest'
import { parseMarkdown } from '#markup/parse.ts'
import { toHast } from '#markup/to-hast.ts'
import { toHtml } from '#markup/to-html.ts'
import { blockOffers, offersFor, snippetOf } from './blocks.ts'

const labels = (query: string) => offersFor(query).map(({ label }) => label)

test('finds blocks by what they are called, then by other words for them', () => {
  expect(labels('')).toEqual(blockOffers.map(({ label }) => label))
  expect(labels('ta')).toEqual(['Task list', 'Table', 'Tabs'])
  expect(labels('stepper')).toEqual(['Steps'])
  expect(labels('hint')).toEqual(['Info', 'Success', 'Warning', 'Danger'])
  expect(labels('page')).toEqual(['Link to a page', 'Page as a card'])
  expect(labels('nothing')).toEqual([])
})

test('places to fill in become fields of the editor', () => {
  expect(snippetOf('a ‹b› ‹›')).toBe('a #{b} #{}'.replaceAll('#', '$'))
})

test.each([
  ['Info', '<div class="hint info"'],
  ['Table', '<table>'],
  ['Tabs', 'class="tabs"'],
  ['Steps', '<ol class="steps"'],
  ['Columns', 'class="columns"'],
  ['Cards', 'class="cards"'],
  ['Expandable', '<details class="expand"'],
  ['Code with a title', 'file.ts'],
  ['Task list', '<ul class="tasks"'],
  ['Formula', 'x^2'],
])('what %s writes is drawn as it', (label, html) => {
  const template = blockOffers.find((one) => one.label === label)?.template ?? ''
  const written = template.replaceAll('‹›', 'text').replace(/[‹›]/g, '')
  expect(toHtml(toHast(parseMarkdown(`Before\n\n${written}\n\nAfter`)))).toContain(html)
})
