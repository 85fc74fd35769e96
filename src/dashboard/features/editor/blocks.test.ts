import { expect, test } from 'vitest'
import { parseMarkdown } from '#markup/parse.ts'
import { toHast } from '#markup/to-hast.ts'
import { toHtml } from '#markup/to-html.ts'
import { blockOptions, searchBlocks, toSnippet } from './blocks.ts'

const labels = (query: string) => searchBlocks(query).map(({ label }) => label)

test('blocks match by label first, then by keyword', () => {
  expect(labels('')).toEqual(blockOptions.map(({ label }) => label))
  expect(labels('ta')).toEqual(['Task list', 'Table', 'Tabs'])
  expect(labels('stepper')).toEqual(['Steps'])
  expect(labels('hint')).toEqual(['Info', 'Success', 'Warning', 'Danger'])
  expect(labels('page')).toEqual(['Link to a page', 'Page as a card'])
  expect(labels('nothing')).toEqual([])
})

test('fields of a template become snippet fields', () => {
  expect(toSnippet('a ‹b› ‹›')).toBe('a #{b} #{}'.replaceAll('#', '$'))
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
  ['Diagram', '<div class="code diagram"'],
])('the template of %s renders as that block', (label, html) => {
  const template = blockOptions.find((one) => one.label === label)?.template ?? ''
  const markdown = template.replaceAll('‹›', 'text').replace(/[‹›]/g, '')
  expect(toHtml(toHast(parseMarkdown(`Before\n\n${markdown}\n\nAfter`)))).toContain(html)
})
