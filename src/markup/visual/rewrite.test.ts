import { expect, test } from 'vitest'
import type { EditorMark, EditorNode } from './nodes.ts'
import { openPage } from './page.ts'
import { writeNode } from './rewrite.ts'

const page = openPage('# Title\n\nText\n')
const text = (value: string, ...marks: EditorMark[]): EditorNode => ({ type: 'text', text: value, marks })
const paragraph = (...content: EditorNode[]): EditorNode => ({
  type: 'paragraph',
  attrs: { data: {} },
  content,
})
const bold: EditorMark = { type: 'bold' }
const italic: EditorMark = { type: 'italic' }
const link = (ref: unknown): EditorMark => ({ type: 'link', attrs: { data: { ref } } })
const code = (data: object, value: string): EditorNode => ({
  type: 'codeBlock',
  attrs: { data, highlighted: [] },
  content: [text(value)],
})

function writtenWith(node: EditorNode) {
  let isPlain = false
  const markdown = writeNode(page, node, undefined, () => {
    isPlain = true
  })
  return { markdown, isPlain }
}

test.each([
  ['a space at the end', paragraph(text('one ')), 'one'],
  ['a space that does not break', paragraph(text('one\u00a0')), 'one\u00a0'],
  ['text like a tag', paragraph(text('{% hint %}')), '\\{% hint %}'],
  ['text like HTML', paragraph(text('<b>one</b>')), '\\<b>one\\</b>'],
  ['an address with a space', paragraph(text('one', link({ kind: 'url', url: 'a b' }))), '[one](<a b>)'],
  ['code with a fence', code({}, '```\none'), '````\n```\none\n````'],
])('%s is kept', (_name, node, markdown) => {
  expect(writtenWith(node)).toEqual({ markdown, isPlain: false })
})

test('emphasis inside a word has asterisks, whatever the page uses elsewhere', () => {
  const other = openPage('_One_ unbelievable\n')
  const node = paragraph(text('One', italic), text(' un'), text('believ', italic), text('able'))
  const markdown = writeNode(other, node, other.blocks[0])
  expect(markdown).toBe('_One_ un*believ*able')
})

test('a block keeps its line endings on a page that has both', () => {
  const both = openPage('```\r\none\r\ntwo\r\n```\n\nOne\ntwo\n')
  const [first, second] = both.blocks
  expect(writeNode(both, code({}, 'one\r\nthree'), first)).toBe('```\r\none\r\nthree\r\n```')
  const longer = paragraph(...(second?.node.content ?? []), text(' again'))
  expect(writeNode(both, longer, second)).toBe('One\ntwo again')
})

test('each page is written in its own style', () => {
  const bolds = ['__One__\n', '**One**\n'].map(openPage)
  const node = paragraph(text('Two', bold))
  expect(bolds.map((one) => writeNode(one, node))).toEqual(['__Two__', '**Two**'])
})

test('a block whose formatting has no Markdown keeps its text', () => {
  const node = paragraph(text('one ', bold), text('two', link({ kind: 'unknown' })))
  expect(writtenWith(node)).toEqual({ markdown: 'one two', isPlain: true })
})

test('a block that has no Markdown becomes code with all of its text', () => {
  const node = code({ title: 'a "b" %} c', syntax: 'x' }, 'one\n```\ntwo')
  const { markdown, isPlain } = writtenWith(node)
  expect(isPlain).toBe(true)
  expect(markdown.split('\n')).toEqual(['````', 'a "b" %} c', 'x', 'one', '```', 'two', '````'])
})
