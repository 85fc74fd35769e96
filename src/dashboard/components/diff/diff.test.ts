import { expect, test } from 'vitest'
import { highlightHtml } from './highlight-html.ts'
import { blockDiff, foldedParts, lineDiff, pairSteps, similarity, splitPage, wordDiff } from './text-diff.ts'

// @vitest-environment jsdom

const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'del' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

test('changed words are marked, and changes with only space between them are one', () => {
  expect(marked('with a PZ2 bit', 'with a Torx T25 bit')).toBe('with a [-PZ2-]{+Torx T25+} bit')
  expect(marked('one two three four', 'one 2 3 four')).toBe('one [-two three-]{+2 3+} four')
  expect(marked('same', 'same')).toBe('same')
  expect(marked('', 'new')).toBe('{+new+}')
})

test('both sides of a diff of words can be read again from its parts', () => {
  const before = 'Switch off the isolator, wait five minutes.'
  const after = 'Switch the isolator off, then wait 5 minutes!'
  const parts = wordDiff(before, after)
  const side = (other: string) => parts.flatMap(({ kind, text }) => (kind === other ? [] : [text])).join('')
  expect([side('ins'), side('del')]).toEqual([before, after])
})

test('likeness is of words in any order', () => {
  expect(similarity('a b c', 'c b a')).toBe(1)
  expect(similarity('a b', 'x y')).toBe(0)
  expect(similarity('', '')).toBe(1)
  expect(similarity('Text.', 'Something else.')).toBe(0)
})

const texts = (...all: string[]) => all.map((text) => ({ text }))
const stepKinds = (before: string[], after: string[]) =>
  pairSteps(texts(...before), texts(...after)).map((step) => step.kind)

test('similar pieces count as one changed piece; removed text comes before added text', () => {
  expect(stepKinds(['a', 'turn it left', 'z'], ['a', 'turn it right', 'z'])).toEqual(['same', 'edit', 'same'])
  expect(stepKinds(['alpha'], ['omega'])).toEqual(['del', 'add'])
  expect(stepKinds(['gone', 'turn it left'], ['turn it right', 'new'])).toEqual(['del', 'edit', 'add'])
  expect(stepKinds([], ['a', 'b'])).toEqual(['add', 'add'])
})

test('lines far from a change are folded, those near it stay', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
  const after = lines.with(14, 'line fifteen')
  const stretches = lineDiff(lines.join('\n'), after.join('\n'))
  expect(stretches.map(({ kind, steps }) => [kind, steps.length])).toEqual([
    ['fold', 11],
    ['same', 3],
    ['change', 1],
    ['same', 3],
    ['fold', 12],
  ])
  expect(stretches.find(({ kind }) => kind === 'change')).toMatchObject({
    change: 1,
    steps: [{ kind: 'edit', before: { number: 15 }, after: { number: 15, text: 'line fifteen' } }],
  })
})

test('a page is compared block by block, its repeated title left out, definitions shared', () => {
  const page = '# Torque\n\nOne [a].\n\n| A |\n|---|\n| 1 |\n\n[a]: https://example.org\n'
  const { blocks, shared } = splitPage({ title: 'Torque', markdown: page })
  expect(blocks.map(({ text }) => text)).toEqual(['One [a].', '| A |\n|---|\n| 1 |'])
  expect(shared).toBe('[a]: https://example.org')
  const { steps } = blockDiff(
    { title: 'T', markdown: 'Keep this.\n\nTighten it once.\n\nOld.' },
    { title: 'T', markdown: 'Keep this.\n\nTighten it twice.\n\nSomething else entirely.' },
  )
  expect(steps.map(({ kind }) => kind)).toEqual(['same', 'edit', 'del', 'add'])
})

test('words are marked within the markup of a block, across its elements', () => {
  const marks = highlightHtml(
    '<table><tbody><tr><td>DC</td><td>2.5 Nm</td></tr></tbody></table>',
    '<table><tbody><tr><td>DC</td><td>3.2 Nm</td></tr></tbody></table>',
  )
  const row = (cell: string) => `<table><tbody><tr><td>DC</td><td>${cell} Nm</td></tr></tbody></table>`
  expect(marks).toEqual({
    before: row('<del>2.5</del>'),
    after: row('<ins>3.2</ins>'),
    inline: row('<del>2.5</del> <ins>3.2</ins>'),
  })
})

test('removed text appears at its old position, and markup doesn’t change', () => {
  expect(highlightHtml('<p>Turn it left now</p>', '<p>Turn it now</p>').inline).toBe(
    '<p>Turn it <del>left </del>now</p>',
  )
  expect(highlightHtml('<p>Turn it</p>', '<p>Turn it <b>left</b></p>').inline).toBe(
    '<p>Turn it <b><ins>left</ins></b></p>',
  )
  expect(highlightHtml('<p>same</p>', '<p><em>same</em></p>').inline).toBe('<p><em>same</em></p>')
})

test('long texts of many empty lines are laid side by side', () => {
  const lines = (from: number) =>
    Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? '' : `${from + at * 7}`))
  const [before, after] = [lines(0), lines(3)]
  const shown = lineDiff(before.join('\n'), after.join('\n')).flatMap(({ steps }) => steps)
  expect(shown.flatMap((step) => ('before' in step ? [step.before.text] : []))).toEqual(before)
  expect(shown.flatMap((step) => ('after' in step ? [step.after.text] : []))).toEqual(after)
})

const changedAt = (length: number, ...at: number[]) =>
  Array.from({ length }, (_, index) => at.includes(index))
const foldLabels = (flags: boolean[]) =>
  foldedParts(flags).map(({ from, until, isFolded }) => `${from}-${until}${isFolded ? ' folded' : ''}`)

test('what is far from a change is folded, what is near is shown with it', () => {
  expect(foldLabels(changedAt(20, 10))).toEqual(['0-8 folded', '8-13', '13-20 folded'])
})

test('a few blocks between two changes are not folded', () => {
  expect(foldLabels(changedAt(12, 0, 7))).toEqual(['0-12'])
  expect(foldLabels(changedAt(3, 1))).toEqual(['0-3'])
})

test('a page without changes is folded as a whole', () => {
  expect(foldLabels(changedAt(9))).toEqual(['0-9 folded'])
  expect(foldLabels([])).toEqual([])
})
