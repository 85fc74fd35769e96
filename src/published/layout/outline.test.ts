import { toString as textOf } from 'hast-util-to-string'
import { expect, it } from 'vitest'
import { emptyArticle } from '../article.ts'
import type { OutlineEntry, Page } from '../model.ts'
import { hasOutline, outline } from './outline.ts'

const pageWith = (...levels: readonly OutlineEntry['level'][]) =>
  ({
    article: emptyArticle,
    outline: levels.map((level, index) => ({ level, text: `${index}`, anchor: `${index}` })),
  }) as Pick<Page, 'article' | 'outline'> as Page

const shown = (page: Page) => outline(page, 'en').map(textOf).join('')

it('shows the two highest levels that a page uses', () => {
  expect(shown(pageWith(2, 3, 4, 2))).toBe('On this page013')
  expect(shown(pageWith(2, 4, 4))).toBe('On this page012')
  expect(shown(pageWith(4, 4))).toBe('On this page01')
})

it('is missing on a page without headings', () => {
  expect(outline(pageWith(), 'en')).toEqual([])
  expect(hasOutline(pageWith())).toBe(false)
})
