import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'

const parseBlocks = (markdown: string) => blocksOf(parseMarkdown(markdown))
const textsOf = (markdown: string) => parseBlocks(markdown).map(({ text }) => text)

test('blocks are the leaves of lists, hints and blockquotes, not these containers', () => {
  const page =
    '# Title\n\n- one\n- two\n\n  more\n\n{% hint style="info" %}\nmind *this*\n{% endhint %}\n\n> quote'
  expect(textsOf(page)).toEqual(['Title', 'one', 'two', 'more', 'mind this', 'quote'])
  expect(textsOf('| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n\n[x]: /y')).toEqual(['a b c d', 'code'])
})

test('a block has its span in the source', () => {
  const page = 'First.\n\n* second\n'
  expect(parseBlocks(page).map(({ start, end }) => page.slice(start, end))).toEqual(['First.', 'second'])
})

test('keys are stable when blocks move or link targets change, and change with the text', () => {
  const [first, second] = parseBlocks('One [link](/pages/abc).\n\nTwo.')
  const [moved, linked] = parseBlocks('Two.\n\nOne [link](/to/page.md).')
  expect([linked?.key, moved?.key]).toEqual([first?.key, second?.key])
  expect(parseBlocks('Two!')[0]?.key).not.toBe(second?.key)
  expect(parseBlocks('# Two.')[0]?.key).not.toBe(second?.key)
})

test('equal blocks have different keys', () => {
  const keys = parseBlocks('Same.\n\nSame.\n\nSame.\n\n![](a.png)\n\n![](b.png)\n\n---\n\n---').map(
    ({ key }) => key,
  )
  expect(new Set(keys).size).toBe(7)
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]{1,11}(-\d)?$/)
})

test('every block of a long page has a unique key', () => {
  const blocks = parseBlocks(samplePage)
  expect(blocks.length).toBeGreaterThan(20)
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
})

test('every standalone tag of a long page becomes a block', () => {
  const tags = Array.from({ length: 40 }, (_, at) => `{% embed url="https://example.org/${at}" %}`)
  const { children } = parseMarkdown(`${tags.join('\n\nBetween.\n\n')}\n`)
  expect(children.filter(({ type }) => type === 'blockTag')).toHaveLength(40)
})
