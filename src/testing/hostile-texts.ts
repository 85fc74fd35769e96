import { costOf, MAX_TEXT_COST } from '#markup/text-cost.ts'

/** The limit of a text in a request. */
const MAX_LENGTH = 1_000_000

type Repeat = (count: number) => string

const times =
  (text: string): Repeat =>
  (count) =>
    text.repeat(count)

const each =
  (write: (index: number) => string, separator = '\n'): Repeat =>
  (count) =>
    Array.from({ length: count }, (_, index) => write(index)).join(separator)

const table =
  (columns: number, row = `|${'a|'.repeat(columns)}\n`): Repeat =>
  (rows) =>
    `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${row.repeat(rows)}`

/** Constructs that can be repeated, widened or nested: a text with `count` of each. */
const constructs: Readonly<Record<string, Repeat>> = {
  paragraphs: times('a\n\n'),
  headings: each((index) => `## a${index}\n`),
  'same headings': times('## a\n\n'),
  items: times('- a\n'),
  tasks: times('- [ ] a\n'),
  'numbered items': times('1. a\n'),
  'nested items': each((index) => `${'  '.repeat(index % 20)}- a`),
  'nested lists': each((index) => `${'  '.repeat(index)}- a`),
  quotations: each((index) => `${'> '.repeat(index)}a`),
  'narrow tables': table(2),
  'wide tables': table(100),
  'short rows': table(200, '|a|\n'),
  definitions: (count) =>
    `${each((index) => `[d${index}]: /u${index}`)(count)}\n\n${each((index) => `[d${index}]`, ' ')(count)}`,
  footnotes: (count) =>
    `${each((index) => `a[^${index}]`, ' ')(count)}\n\n${each((index) => `[^${index}]: b`, '\n\n')(count)}`,
  backticks: each((index) => '`'.repeat(index + 1), ' a '),
  formulas: each((index) => `$$x_${index}$$`, ' '),
  brackets: (count) => '['.repeat(count) + ']'.repeat(count),
  'open links': times('[a]('),
  links: each((index) => `[a](/b${index}) `),
  images: times('![a](b) '),
  addresses: times('http://a.b '),
  emails: times('a@b.c '),
  'inline HTML': times('<b>a</b> '),
  'HTML blocks': times('<div>\n\n'),
  'HTML cells': (count) => `<table><tr>${'<td>a</td>'.repeat(count)}</tr></table>`,
  fences: times('```\na\n```\n'),
  code: each((index) => `\`\`\`ts\nconst a${index} = '<b>' + ${index}\n\`\`\`\n`),
  'long code': (count) => `\`\`\`ts\n${'const a = [1, "b"] // c\n'.repeat(count)}\`\`\`\n`,
  rules: times('---\n\n'),
  emphasis: times('*a* '),
  'open emphasis': times('*a _b '),
  asterisks: (count) => `${'*'.repeat(count)}a${'*'.repeat(count)}`,
  escapes: times('\\*'),
  entities: times('&amp;'),
  hints: times('{% hint style="info" %}\na\n{% endhint %}\n'),
  'open hints': times('{% hint style="info" %}\n'),
  tabs: (count) => `{% tabs %}\n${'{% tab title="a" %}\na\n{% endtab %}\n'.repeat(count)}{% endtabs %}`,
  steps: (count) => `{% stepper %}\n${'{% step %}\na\n{% endstep %}\n'.repeat(count)}{% endstepper %}`,
  'open tags': times('{% tab title="'),
  conditions: times('{% if visitor.claims.a %}\na\n{% endif %}\n'),
  'lazy lines': (count) => `- a\n${'b\n'.repeat(count)}`,
  underlines: times('a\n-\n'),
  prose: times('Lorem ipsum dolor sit amet, consectetur adipiscing elit. '),
  lines: times('Lorem ipsum dolor sit amet,\n'),
  marks: times('<mark style="color:red">a</mark> '),
  breaks: times('a\\\n'),
  emoji: times('😀'),
  'blank lines': times(' \n'),
  'carriage returns': times('\r'),
  spaces: (count) => `a${' '.repeat(count)}b`,
  comments: times('<!--a-->'),
  'open comments': times('a <!-- '),
  'raw sections': times('a <![CDATA['),
  'addresses without a scheme': times('www.a.b '),
  'front matter': (count) => `---\n${each((index) => `k${index}:`)(count)}\n---\na`,
  'deep front matter': (count) => `---\na: ${'['.repeat(count)}\n---\na`,
  includes: times('{% include "a.md" %}\n\n'),
}

export const constructNames: readonly string[] = Object.keys(constructs)

/** A text of about this length that repeats a construct. */
export function repeatedText(name: string, length: number): string {
  const make = constructOf(name)
  let count = 1
  while (make(count * 2).length <= length) count *= 2
  return make(Math.max(1, Math.floor((count * length) / make(count).length))).slice(0, length)
}

function constructOf(name: string): Repeat {
  const make = constructs[name]
  if (make === undefined) throw new Error(`There is no construct ${name}`)
  return make
}

/** The largest text of a construct that is accepted: near the limit of its cost, or of its length. */
export function largestText(name: string): string {
  const make = constructOf(name)
  const fits = (count: number) => {
    const text = make(count)
    return text.length <= MAX_LENGTH && costOf(text).total <= MAX_TEXT_COST
  }
  let [least, most] = [1, 1]
  while (fits(most)) [least, most] = [most, most * 2]
  while (most - least > Math.max(1, least / 50)) {
    const middle = Math.floor((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle
  }
  return make(least)
}
