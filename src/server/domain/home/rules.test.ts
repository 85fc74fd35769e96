import { expect, test } from 'vitest'
import { excerptOf } from './rules.ts'

test('an excerpt is one line without formatting that names mentioned people', () => {
  const names = new Map([['u1', 'Priya']])
  const excerpt = (markdown: string) => excerptOf(markdown, (id) => names.get(id))
  expect(excerpt('> Old\n\n**Which** `bit`, @[u1]?')).toBe('Old Which bit, @Priya?')
  expect(excerpt('[@Ada](/users/u2) and @[u2]: see [the table](./torque.md)')).toBe(
    '@Ada and @someone: see the table',
  )
  expect(excerpt('```\ncode\n```\nAfter')).toBe('After')
  expect(excerpt('x'.repeat(300))).toHaveLength(201)
})
