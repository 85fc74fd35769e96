import { expect, test } from 'vitest'
import { type Format, formats } from './format.ts'

/** `[` and `]` stand for what is chosen, `|` for a bare cursor. */
function done(format: Format, marked: string): string {
  const from = marked.search(/[‹|]/)
  const text = marked.replace(/[‹›|]/g, '')
  const to = marked.includes('|') ? from : marked.indexOf('›') - 1
  const { insert, choose, ...change } = formats[format]({ text, from, to })
  const after = text.slice(0, change.from) + insert + text.slice(change.to)
  const [start, end] = choose
  const chosen = start === end ? '|' : `‹${after.slice(start, end)}›`
  return after.slice(0, start) + chosen + after.slice(end)
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
  expect(done(format, before)).toBe(after)
})
