import { expect, test } from 'vitest'
import { withoutFormatting } from './plain-text.ts'

test.each([
  ['**Torx** bits, `T20`, see [the table](./torque.md)', 'Torx bits, T20, see the table'],
  ['# Heading\n\n> Quoted\n\n- item', 'Heading\n\nQuoted\n\n- item'],
  ['_new_ and *old*, but snake_case_name and 2 * 3 * 4', 'new and old, but snake_case_name and 2 * 3 * 4'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['![A plug](plug.png)', 'A plug'],
])('%j is %j without formatting', (markdown, text) => {
  expect(withoutFormatting(markdown)).toBe(text)
})
