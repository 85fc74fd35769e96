// @vitest-environment jsdom
import type { Decoration } from 'prosemirror-view'
import { describe, expect, test } from 'vitest'
import { samplePage } from '#markup/sample-page.ts'
import { openPage } from '#markup/visual/page.ts'
import { changedBlocks } from './changed-blocks.ts'
import { openDocument } from './visual-document.ts'

function changesBetween(before: string, after: string) {
  const opened = openDocument(after)
  const removed: string[] = []
  const { decorations, count } = changedBlocks(openPage(before), opened, opened.doc, (markdown) => {
    removed.push(markdown)
    return document.createElement('div')
  })
  const shown = decorations.map((one) => described(one, (from, to) => opened.doc.textBetween(from, to, '|')))
  return { shown, count, removed }
}

/** What ProseMirror keeps to itself: `attrs` of nodes and words, and the function that draws a widget. */
type Kind = { attrs?: Record<string, string>; toDOM?: () => HTMLElement }

function described(decoration: Decoration, textOf: (from: number, to: number) => string): string {
  const { attrs = {}, toDOM } = (decoration as unknown as { type: Kind }).type
  if (toDOM) return `removed ${toDOM().textContent}`.trim()
  return `${attrs.nodeName ?? attrs.class} ${textOf(decoration.from, decoration.to)}`
}

const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`

describe('changes of a page', () => {
  test('a page that did not change has none', () => {
    expect(changesBetween(samplePage, samplePage)).toEqual({ shown: [], count: 0, removed: [] })
  })

  test('changed words are marked within their block', () => {
    const { shown, count } = changesBetween(
      paragraphs('Tighten it to 10 Nm first.', 'Sign.'),
      paragraphs('Tighten it to 12 Nm first.', 'Sign.'),
    )
    expect(shown).toEqual(['change-edited Tighten it to 12 Nm first.', 'removed 10', 'ins 12'])
    expect(count).toBe(1)
  })

  test('blocks that follow each other are one change', () => {
    const { shown, count, removed } = changesBetween(
      paragraphs('One stays.', 'This is gone.', 'Three stays.'),
      paragraphs('One stays.', 'Three stays.', 'Four came.', 'Five came.'),
    )
    expect(shown).toEqual(['removed', 'change-added Four came.', 'change-added Five came.'])
    expect(removed).toEqual(['This is gone.'])
    expect(count).toBe(2)
  })

  test('items of a list are compared one by one', () => {
    const { shown } = changesBetween('- Phases\n- Neutral\n- Shield\n', '- Phases\n- Neutral wire\n- Drain\n')
    expect(shown).toEqual([
      'change-edited Phases|Neutral wire|Drain',
      'ins  wire',
      'removed Shield',
      'change-added-line Drain',
    ])
  })

  test('a block of another kind, and an image, are shown as they were and as they are', () => {
    const { shown, removed } = changesBetween(
      '![Terminal](https://images.example/a.png)\n',
      '![Terminal](https://images.example/b.png)\n',
    )
    expect(removed).toEqual(['![Terminal](https://images.example/a.png)'])
    expect(shown).toEqual(['removed', 'change-added '])
  })

  test('any block can be removed and added again', () => {
    const { blocks } = openPage(samplePage)
    for (const [at, { source }] of blocks.entries()) {
      const without = blocks.flatMap((block, index) => (index === at ? [] : [block.source])).join('\n\n')
      const all = blocks.map((block) => block.source).join('\n\n')
      expect(changesBetween(all, without).count, source).toBe(1)
      expect(changesBetween(without, all).count, source).toBe(1)
    }
  })
})
