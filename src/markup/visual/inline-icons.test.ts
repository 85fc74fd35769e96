import { expect, test } from 'vitest'
import type { EditorNode } from './nodes.ts'
import { openPage, textOf } from './page.ts'
import { writeNode } from './rewrite.ts'

const icons = [
  ['<i class="fa-rocket">:rocket:</i>', 'icon', 'rocket'],
  ['<i class="fa-brands fa-github"></i>', 'html-icon', 'brands/github'],
  ['<i  class="fa-solid fa-star fa-2x" >star</i>', 'html-icon', 'solid/star'],
] as const

test.each(icons)('%s is an icon of its sentence, and keeps its source', (source, kind, icon) => {
  const text = `Start ${source} *here* now\n\n## ${source} Heading\n`
  const page = openPage(text)
  expect(textOf(page)).toBe(text)
  for (const { node, source: before } of page.blocks) {
    const inline = node.content?.find(({ type }) => type === 'inlineNode')
    expect(inline?.attrs).toMatchObject({ kind, data: { icon } })
    const edited: EditorNode = {
      ...node,
      content: [...(node.content ?? []), { type: 'text', text: ' word' }],
    }
    const block = page.blocks.find((one) => one.node === node)
    expect(writeNode(page, edited, block)).toBe(`${before} word`)
  }
})

test('other HTML in a sentence stays what it is', () => {
  for (const text of [
    'An <i class="fa-brands fa-github">*x*</i> b',
    'An <i class="note">x</i> b',
    '<i class="fa-x">',
  ])
    expect(
      openPage(text).blocks[0]?.node.content?.filter(({ attrs }) => attrs?.kind === 'html-icon') ?? [],
    ).toEqual([])
})
