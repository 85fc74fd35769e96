import { expect, test } from 'vitest'
import { type Format, findHeadings, formats, indentItems } from './format.ts'

/** `‹` and `›` enclose the selection; `|` is the cursor. */
function applyFormat(format: Format, marked: string): string {
  const from = marked.search(/[‹|]/)
  const text = marked.replace(/[‹›|]/g, '')
  const to = marked.includes('|') ? from : marked.indexOf('›') - 1
  const { insert, selection, ...change } = formats[format]({ text, from, to })
  const after = text.slice(0, change.from) + insert + text.slice(change.to)
  const [start, end] = selection
  const selected = start === end ? '|' : `‹${after.slice(start, end)}›`
  return after.slice(0, start) + selected + after.slice(end)
}

test.each([
  ['bold', 'a ‹b› c', 'a **‹b›** c'],
  ['bold', 'a **‹b›** c', 'a ‹b› c'],
  ['bold', 'a ‹**b**› c', 'a ‹b› c'],
  ['italic', 'a | c', 'a _|_ c'],
  ['heading', 'a\nb|c', 'a\n## bc|'],
  ['heading', '## b|', '### b|'],
  ['heading', '### b|', 'b|'],
  ['link', 'see ‹this›', 'see [this](|)'],
  ['link', '‹https://example.org›', '[|](https://example.org)'],
  ['link', '|', '[|]()'],
  ['list', '‹a\nb›', '‹- a\n- b›'],
  ['list', '‹- a\n- b›', '‹a\nb›'],
  ['numbered', '‹- a\n- b›', '‹1. a\n2. b›'],
  ['numbered', 'a|', '1. a|'],
  ['code', 'press ‹x›', 'press `‹x›`'],
  ['code', 'a\n|', 'a\n\n```|\n\n```\n'],
  ['hint', '|', '{% hint style="info" %}\n|\n{% endhint %}\n'],
  ['hint', 'a\n\n‹b›\n\nc', 'a\n\n{% hint style="info" %}\n‹b›\n{% endhint %}\n\nc'],
  ['table', 'a|\nb', 'a\n\n| ‹Name› | Value |\n| --- | --- |\n|  |  |\n\nb'],
] as const)('%s', (format, before, after) => {
  expect(applyFormat(format, before)).toBe(after)
})

function indent(marked: string, step: 1 | -1): string | null {
  const from = marked.indexOf('¦')
  const text = marked.replaceAll('¦', '')
  const to = marked.lastIndexOf('¦') === from ? from : marked.lastIndexOf('¦') - 1
  const change = indentItems({ text, from, to }, step)
  if (!change) return null
  const after = text.slice(0, change.from) + change.insert + text.slice(change.to)
  const [start, end] = change.selection
  return start === end
    ? `${after.slice(0, start)}¦${after.slice(start)}`
    : `${after.slice(0, start)}¦${after.slice(start, end)}¦${after.slice(end)}`
}

test.each([
  ['- a\n- b¦', 1, '- a\n  - b¦'],
  ['1. a\n2. b¦', 1, '1. a\n   2. b¦'],
  ['- a\n  - b¦', -1, '- a\n- b¦'],
  ['- a¦', -1, '- a¦'],
  ['- ¦a\n- b¦\nc', 1, '  - ¦a\n  - b¦\nc'],
  ['text¦', 1, null],
  ['- ¦a\ntext¦', 1, null],
] as const)('%j %i', (before, step, after) => {
  expect(indent(before, step)).toBe(after)
})

test('headings are found with their offset, except in code blocks', () => {
  expect(findHeadings('# A\n\n```\n# no\n```\n## B ##\n#no\n~~~\n## no')).toEqual([
    { title: 'A', level: 1, at: 0 },
    { title: 'B', level: 2, at: 18 },
  ])
})
