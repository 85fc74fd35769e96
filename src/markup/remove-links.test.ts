import { expect, test } from 'vitest'
import { removeLinks } from './remove-links.ts'

const all = () => true

test.each([
  ['[a **b** c](gone.md) d', 'a **b** c d'],
  ['![A picture](gone.png)', 'A picture'],
  ['<b>x</b> [a](<gone far.md> "title")!', '<b>x</b> a!'],
  ['* [a](x.md)\n* [b](y.md)\n', '* a\n* b\n'],
  ['`[a](x.md)`', '`[a](x.md)`'],
  ['[a][1]\n\n[1]: gone.md\n', '[a][1]\n\n[1]: gone.md\n'],
])('the text of %s remains', (before, after) => {
  expect(removeLinks(before, all)).toBe(after)
})

test('only links that match are removed', () => {
  expect(removeLinks('[a](x.md) [a](x.md) [b](y.md)', (_, index) => index === 1)).toBe(
    '[a](x.md) a [b](y.md)',
  )
  expect(removeLinks('[a](x.md) [b](y.md)', ({ url }) => url === 'y.md')).toBe('[a](x.md) b')
})
