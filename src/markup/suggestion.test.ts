import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { parseMarkdown } from './parse.ts'
import { replaceBlock, sourceOf, suggestionIn, writeSuggestion } from './suggestion.ts'

const block = (markdown: string, words: string) => {
  const found = blocksOf(parseMarkdown(markdown)).find(({ text }) => text.includes(words))
  if (found === undefined) throw new Error(`No block has “${words}”`)
  return found
}

test('a suggestion is read from the comment around it', () => {
  const comment = `Shorter:\n\n${writeSuggestion('Tighten to 14 Nm.')}\n\nWhat do you think?`
  const found = suggestionIn(comment)
  expect(found?.text).toBe('Tighten to 14 Nm.')
  expect(comment.slice(0, found?.start)).toBe('Shorter:\n\n')
  expect(comment.slice(found?.end)).toBe('\n\nWhat do you think?')
  expect(suggestionIn('```\nsuggestion\n```')).toBeNull()
  expect(suggestionIn('Use `suggestion`.')).toBeNull()
  expect(suggestionIn('```suggestion\nIt doesn’t end.')).toBeNull()
  expect(suggestionIn('```suggestion\n'.repeat(2000))).toBeNull()
})

test.each([
  'One line.',
  'Two\nlines.',
  '',
  '```js\nconst a = 1\n```',
  '````md\n```js\n```\n````',
  '| a | b |\n| - | - |\n| `x` | y |',
])('%j is read as it was written', (text) => {
  expect(suggestionIn(writeSuggestion(text))?.text).toBe(text)
})

test.each([
  ['A.\n\nTwelve.\n\nC.\n', 'Twelve', 'Fourteen\nor so.', 'A.\n\nFourteen\nor so.\n\nC.\n'],
  ['- A\n- Twelve\n  or so\n', 'Twelve', 'Fourteen\nor less', '- A\n- Fourteen\n  or less\n'],
  ['> 1. Twelve\n>    or so\n', 'Twelve', 'A\n\nB', '> 1. A\n>\n>    B\n'],
  [
    '{% hint style="info" %}\nTwelve\n{% endhint %}\n',
    'Twelve',
    'Fourteen',
    '{% hint style="info" %}\nFourteen\n{% endhint %}\n',
  ],
  ['A.\r\n\r\nTwelve.\r\n', 'Twelve', 'B\nC', 'A.\r\n\r\nB\r\nC\r\n'],
  ['A.\n\nTwelve.\n\nC.\n', 'Twelve', '', 'A.\n\nC.\n'],
])('in %j, the block with “%s” is replaced by %j', (markdown, words, text, expected) => {
  expect(replaceBlock(markdown, block(markdown, words), text)).toBe(expected)
})

test.each([
  'A.\n\nTwelve\nor so.\n',
  '- A\n- Twelve\n  or so\n',
  '> 1. Twelve\n>    or so\n',
  '> Twelve\n> or so\n',
  '- [ ] Twelve\n  or so\n',
])('replacing a block of %j by its own source changes nothing', (markdown) => {
  const at = block(markdown, 'Twelve')
  expect(sourceOf(markdown, at)).toContain('\nor so')
  expect(replaceBlock(markdown, at, sourceOf(markdown, at))).toBe(markdown)
})
