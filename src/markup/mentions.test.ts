import { expect, test } from 'vitest'
import { mentionsOf } from './mentions.ts'
import { parseMarkdown } from './parse.ts'

const read = (markdown: string) => mentionsOf(parseMarkdown(markdown))

test('people are named by id or by a link, each once, in the order of reading', () => {
  expect(read('Ask @[ann1] and [@Ben](/users/ben2), **@[ann1]** first (@[cy_3-x]).')).toEqual([
    'ann1',
    'ben2',
    'cy_3-x',
  ])
})

test('addresses, code and other links name nobody', () => {
  const text = 'ann@[ann1] @ann @[] @[a b] `@[ann1]` [x](/users/a/b) [x](https://example.org/users/ann1)'
  expect(read(`${text}\n\n    @[ann1]`)).toEqual([])
})
