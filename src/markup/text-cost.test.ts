import { expect, test } from 'vitest'
import { cpuSeconds } from '#testing/cpu-seconds.ts'
import { documentOf } from './document/read.ts'
import { parseMarkdown } from './parse.ts'
import { sectionsOf } from './sections.ts'
import { costOf, isTooComplex, MAX_TEXT_COST } from './text-cost.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const lines = (count: number, line: (index: number) => string, separator = '\n') =>
  Array.from({ length: count }, (_, index) => line(index)).join(separator)

const table = (columns: number, rows: number, row = `|${'a|'.repeat(columns)}\n`) =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${row.repeat(rows)}`

/** A text whose time grows with the square of its length takes minutes, on a busy machine, too. */
const MAX_SECONDS = 30

/** Seconds of processor time that parsing and rendering a text takes. */
function secondsOf(text: string): number {
  return cpuSeconds(() => {
    const root = parseMarkdown(text)
    sectionsOf(root)
    toHtml(toHast(root))
  })
}

const hostile: Record<string, string> = {
  'asterisks around a letter': `${'*'.repeat(30_000)}a${'*'.repeat(30_000)}`,
  'fewer asterisks around a letter': `${'*'.repeat(4_000)}a${'*'.repeat(4_000)}`,
  underscores: `${'_'.repeat(30_000)}a${'_'.repeat(30_000)}`,
  'tags without an end': '{% tab title="'.repeat(10_000),
  'lists in lists': lines(600, (depth) => `${'  '.repeat(depth)}- a`),
  'lists in lists on one line': lines(4_000, (index) => `- ${' '.repeat(index % 7)}- a`),
  quotations: lines(600, (depth) => `${'> '.repeat(depth)}a`),
  definitions: `${lines(30_000, (index) => `[d${index}]: /u`)}\n\n${lines(20_000, (index) => `[d${index}]`, ' ')}`,
  footnotes: `${lines(20_000, (index) => `a[^${index}]`, ' ')}\n\n${lines(20_000, (index) => `[^${index}]: b`)}`,
  'runs of backticks': lines(600, (index) => '`'.repeat(index + 1), ' a '),
  formulas: lines(20_000, (index) => `$$x_${index}$$`, ' '),
  'a wide table with short rows': table(5_000, 2_000, '|a|\n'),
  'a small table that is wide': table(800, 400, '|a|\n'),
  'table rows': table(2, 100_000),
  'cells of raw HTML': `<table><tr>${'<td>a</td>'.repeat(50_000)}</tr></table>`,
  headings: '# a\n'.repeat(100_000),
  paragraphs: 'a\n\n'.repeat(300_000),
  'list items': '- a\n'.repeat(100_000),
  images: '![a](b) '.repeat(100_000),
  addresses: 'http://a.b '.repeat(90_000),
  entities: '&amp;'.repeat(200_000),
  spaces: `${' '.repeat(1_000_000)}a`,
  brackets: '['.repeat(500_000),
  'blank lines': ' \n'.repeat(500_000),
  'carriage returns': '\r'.repeat(1_000_000),
  'comments without an end': 'a <!-- '.repeat(140_000),
  'sections of raw text without an end': 'a <![CDATA['.repeat(90_000),
  'addresses without a scheme': 'www.a.b '.repeat(120_000),
}

test.each(Object.keys(hostile))(
  '%s by the thousand are refused or rendered in seconds',
  (name) => {
    expect(secondsOf(hostile[name] ?? '')).toBeLessThan(MAX_SECONDS)
  },
  120_000,
)

const repeated: Record<string, (count: number) => string> = {
  headings: (count) => '# a\n\n'.repeat(count),
  items: (count) => '- [ ] a\n'.repeat(count),
  cells: (count) => table(20, count / 20),
  footnotes: (count) => lines(count, (index) => `a[^${index}]\n\n[^${index}]: b`, '\n\n'),
  images: (count) => '![a](b) '.repeat(count),
  hints: (count) => '{% hint style="info" %}\na\n{% endhint %}\n'.repeat(count),
  marks: (count) => '<mark style="color:red">a</mark> '.repeat(count),
  'lines of one paragraph': (count) => 'Lorem ipsum dolor sit amet,\n'.repeat(count),
}

test.each(Object.keys(repeated))(
  'as many %s as a text may have are rendered in seconds',
  (name) => {
    const textOf = repeated[name] ?? (() => '')
    let count = 20_000
    while (isTooComplex(textOf(count))) count = Math.floor(count * 0.8)
    expect(secondsOf(textOf(count))).toBeLessThan(MAX_SECONDS)
  },
  120_000,
)

// Every space would be the start of a search for the end of the line.
test('spaces within a line are read in time proportional to their length', () => {
  const text = `a${' '.repeat(500_000)}b`
  const seconds = cpuSeconds(() => expect(documentOf(text)).toMatchObject({ object: 'document' }))
  expect(seconds).toBeLessThan(MAX_SECONDS)
})

test('the cost names what a text has too much of', () => {
  expect(costOf(table(5_000, 2_000, '|a|\n'))).toMatchObject({ mostly: 'table cells' })
  expect(costOf('- a\n'.repeat(100_000)).mostly).toBe('list items')
})

test('a page of ordinary documentation is far below the limit', () => {
  const section = `## Install\n\n${'Run the installer and follow its steps, as [described](install.md). '.repeat(6)}\n\n`
  const code = '```sh\ncat access.log | sort | uniq -c | sort -rn | head\n```\n\n'
  expect(costOf(`${section}${code}${table(4, 12)}\n\n`.repeat(40)).total).toBeLessThan(MAX_TEXT_COST / 2)
})

test('a text that is too complex is shown as it was written', () => {
  const text = '- a\n'.repeat(100_000)
  expect(parseMarkdown(text)).toMatchObject({ children: [{ type: 'code', value: text }] })
})
