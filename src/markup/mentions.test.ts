import { expect, test } from 'vitest'
import { mentionsOf } from './mentions.ts'
import { parseMarkdown } from './parse.ts'

const mentionsIn = (markdown: string) => mentionsOf(parseMarkdown(markdown))

test('users are mentioned by id or link, listed once, in reading order', () => {
  expect(mentionsIn('Ask @[ann1] and [@Ben](/users/ben2), **@[ann1]** first (@[cy_3-x]).')).toEqual([
    'ann1',
    'ben2',
    'cy_3-x',
  ])
})

test('email addresses, code and other links are not mentions', () => {
  const text = 'ann@[ann1] @ann @[] @[a b] `@[ann1]` [x](/users/a/b) [x](https://example.org/users/ann1)'
  expect(mentionsIn(`${text}\n\n    @[ann1]`)).toEqual([])
})
