import fc from 'fast-check'
import { expect, test } from 'vitest'
import { corpus } from '#testing/page-corpus.ts'
import { emojiNamed } from '../emoji.ts'
import type { EditorNode } from './nodes.ts'
import { blocksOfNode, isSame, openPage } from './page.ts'
import { writeNode } from './rewrite.ts'
import { withShortcodes } from './shortcodes.ts'

const settings = { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 17) }

const opened = (text: string) => {
  const page = openPage(text)
  return { page, nodes: page.blocks.map(({ node }) => withShortcodes(node, emojiNamed)) }
}

const namesIn = (node: EditorNode): unknown[] =>
  node.type === 'shortcode' ? [node.attrs?.name] : (node.content ?? []).flatMap(namesIn)

test('names of emoji between colons are nodes, except in code and words', () => {
  const text =
    ':rocket: **:x::tada:** [a :+1:](/b) `:x:` <kbd>:x:</kbd> a:x:b 10:100:30 :no_such_emoji:\n\n```\n:x:\n```\n'
  expect(opened(text).nodes.flatMap(namesIn)).toEqual(['rocket', 'x', 'tada', '+1'])
  expect(opened('| :x: |\n| - |\n| :white\\_check\\_mark: |\n').nodes.flatMap(namesIn)).toEqual([
    'x',
    'white_check_mark',
  ])
})

const inline = fc.constantFrom(
  ...':x: :white\\_check\\_mark: :white_check_mark: *:tada:* __a :x:__ [:x: b](/c) `:x:` one a:x:b :no: \\:x: 🚀 <kbd>:x:</kbd>'.split(
    / (?![b:])/,
  ),
)
const line = fc
  .array(fc.tuple(inline, fc.constantFrom(' ', '', '  ', ', ')), { minLength: 1, maxLength: 6 })
  .map((parts) => `S${parts.flat().join('')}.`)
const block = fc
  .tuple(fc.constantFrom('', '## ', '* ', '> ', '- [x] '), line)
  .map(([sign, text]) => sign + text)

test('blocks with shortcodes mean what their source says, and a word changes no other byte of them', () => {
  fc.assert(
    fc.property(block, (source) => {
      const { page, nodes } = opened(`${source}\n`)
      const [node] = nodes
      const [before] = page.blocks
      if (node === undefined || before === undefined) throw new Error('There is no block')
      expect(isSame(blocksOfNode(node, page.read), blocksOfNode(before.node, page.read))).toBe(true)
      if (before.node.type === 'source') return
      expect(writeNode(page, withWord(node), before)).toBe(`${source} word`)
    }),
    settings,
  )
})

test.each(await corpus())('blocks of %s mean the same with their shortcodes as nodes', (_name, text) => {
  const { page, nodes } = opened(text)
  for (const [index, node] of nodes.entries()) {
    const before = page.blocks[index]?.node
    if (before === undefined || namesIn(node).length === 0) continue
    expect(isSame(blocksOfNode(node, page.read), blocksOfNode(before, page.read))).toBe(true)
  }
})

/** The node with a word behind its last text. */
function withWord(node: EditorNode): EditorNode {
  if (node.type === 'text') return { ...node, text: `${node.text} word` }
  const content = node.content ?? []
  const last = content.at(-1)
  return last === undefined ? node : { ...node, content: content.with(-1, withWord(last)) }
}

const emoji = (name: string): EditorNode => ({
  type: 'shortcode',
  attrs: { name, emoji: emojiNamed(name) },
})
const words = (text: string): EditorNode => ({ type: 'text', text })

test.each([
  ['between spaces', [words('a '), emoji('x'), words(' b')], 'a :x: b'],
  ['beside another one', [emoji('x'), emoji('tada')], ':x::tada:'],
  ['beside a word, where it would not be an emoji', [words('a '), emoji('x'), words('b')], 'a ❌b'],
  ['behind a colon that would take its own', [words('a :smi'), emoji('x')], 'a :smi❌'],
])('%s, a shortcode is written as what readers see as the emoji', (_name, content, text) => {
  expect(writeNode(openPage(''), { type: 'paragraph', attrs: { data: {} }, content })).toBe(text)
})
