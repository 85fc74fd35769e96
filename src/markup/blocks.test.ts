import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'

const read = (markdown: string) => blocksOf(parseMarkdown(markdown))
const textsOf = (markdown: string) => read(markdown).map(({ text }) => text)

test('blocks are what a reader points at: inside of lists, hints and quotes, but not these themselves', () => {
  const page =
    '# Title\n\n- one\n- two\n\n  more\n\n{% hint style="info" %}\nmind *this*\n{% endhint %}\n\n> said'
  expect(textsOf(page)).toEqual(['Title', 'one', 'two', 'more', 'mind this', 'said'])
  expect(textsOf('| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n\n[x]: /y')).toEqual(['a b c d', 'code'])
})

test('a block lies where it was written', () => {
  const page = 'First.\n\n* second\n'
  expect(read(page).map(({ start, end }) => page.slice(start, end))).toEqual(['First.', 'second'])
})

test('keys stay when blocks move and links lead elsewhere, and go when the words change', () => {
  const [first, second] = read('One [link](/pages/abc).\n\nTwo.')
  const [moved, linked] = read('Two.\n\nOne [link](/to/page.md).')
  expect([linked?.key, moved?.key]).toEqual([first?.key, second?.key])
  expect(read('Two!')[0]?.key).not.toBe(second?.key)
  expect(read('# Two.')[0]?.key).not.toBe(second?.key)
})

test('equal blocks are told apart', () => {
  const keys = read('Same.\n\nSame.\n\nSame.\n\n![](a.png)\n\n![](b.png)\n\n---\n\n---').map(({ key }) => key)
  expect(new Set(keys).size).toBe(7)
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]{1,11}(-\d)?$/)
})

test('every block of a long page has a key of its own', () => {
  const blocks = read(samplePage)
  expect(blocks.length).toBeGreaterThan(20)
  expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length)
})

test('blocks that stand alone are as many as are written', () => {
  const written = Array.from({ length: 40 }, (_, at) => `{% embed url="https://example.org/${at}" %}`)
  const { children } = parseMarkdown(`${written.join('\n\nBetween.\n\n')}\n`)
  expect(children.filter(({ type }) => type === 'blockTag')).toHaveLength(40)
})
