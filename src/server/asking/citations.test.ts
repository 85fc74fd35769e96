import { expect, test } from 'vitest'
import { citationReader } from './citations.ts'

/** The answer as text, with citations as `{1}`. */
function read(parts: readonly string[], excerpts = 3): string {
  const reader = citationReader(excerpts)
  return [...parts.flatMap((part) => reader.push(part)), ...reader.end()]
    .map((piece) => ('text' in piece ? piece.text : `{${piece.excerpt}}`))
    .join('')
}

test.each([
  ['Press it [1]. Then [2, 3].', 'Press it {1}. Then {2}{3}.'],
  ['Made up [4] and [0] and [1,9].', 'Made up  and  and {1}.'],
  ['Use `list[1]` and ``a ` [2]`` here [1]', 'Use `list[1]` and ``a ` [2]`` here {1}'],
  ['```js\na[1]\n\nb`c\n``` done [2]', '```js\na[1]\n\nb`c\n``` done {2}'],
  ['An open ` tick [1].\n\nNext [2].', 'An open ` tick [1].\n\nNext {2}.'],
  ['[a](b) [ x] [1', '[a](b) [ x] [1'],
  ['[1][2](https://evil.example)', '{1}{2}(https://evil.example)'],
  [`[${'1,'.repeat(30)}1]`, `[${'1,'.repeat(30)}1]`],
])('%j, however it arrives', (answer, expected) => {
  expect(read([answer])).toBe(expected)
  expect(read([...answer])).toBe(expected)
})

test('text is not held back until the end', () => {
  const reader = citationReader(1)
  expect(reader.push('Press the ')).toEqual([{ text: 'Press the ' }])
  expect(reader.push('button [')).toEqual([{ text: 'button ' }])
  expect(reader.push('1] now')).toEqual([{ excerpt: 1 }, { text: ' now' }])
  expect(reader.push('['.repeat(10_000))).not.toEqual([])
})
