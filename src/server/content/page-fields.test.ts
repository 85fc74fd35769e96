import { expect, test } from 'vitest'
import { firstTitle, leadingHeadingOf } from './page-fields.ts'

test.each([
  ['# Install', 'Install', ''],
  ['\n<!-- a -->\n\n# Install\n\nRun it.', 'Install', '<!-- a -->\n\nRun it.'],
  ['Install\n===\nRun it.', 'Install', 'Run it.'],
  ['<!-- # Hidden -->\n# Install\n', 'Install', '<!-- # Hidden -->\n'],
])('the leading heading of %j is its title', (body, title, rest) => {
  expect(leadingHeadingOf(body, undefined)).toEqual({ title, rest })
})

test.each(['## Second level', 'Text\n\n# Later', '<!-- open\n# Inside', '- # In a list', '# Other'])(
  '%j has no leading heading',
  (body) => {
    expect(leadingHeadingOf(body, 'Install')).toBeNull()
  },
)

// A repeated group around the comments tries 2 to the power of their number ways to divide them.
test('many comments before other text are skipped in time proportional to their length', () => {
  expect(leadingHeadingOf(`${'<!--a-->'.repeat(10_000)}> b`, undefined)).toBeNull()
  expect(leadingHeadingOf(`${'<!--a--> '.repeat(10_000)}# b`, undefined)?.title).toBe('b')
})

test('a heading that is longer than any title stays in the text', () => {
  expect(leadingHeadingOf(`# ${'*a '.repeat(100_000)}`, undefined)).toBeNull()
})

test('the first heading of a page is its title unless the page is too complex to parse', async () => {
  expect(await firstTitle('Text\n\n## A `b`')).toBe('A b')
  expect(await firstTitle('Text')).toBeUndefined()
  expect(await firstTitle(`${'- a\n'.repeat(100_000)}\n\n# b`)).toBeUndefined()
})
