import { toString as textOf } from 'hast-util-to-string'
import { expect, it } from 'vitest'
import { emptyArticle } from '../article.ts'
import type { OutlineEntry, Page } from '../model.ts'
import { hasOutline, outline } from './outline.ts'
import { shownEntries } from './outline-entries.ts'

const pageWith = (...levels: readonly OutlineEntry['level'][]) =>
  ({
    article: emptyArticle,
    outline: shownEntries(levels.map((level, index) => ({ level, text: `${index}`, anchor: `${index}` }))),
  }) as Pick<Page, 'article' | 'outline'> as Page

const shown = (page: Page) => outline(page, 'en').map(textOf).join('')

it('shows the two highest levels that a page uses', () => {
  expect(shown(pageWith(2, 3, 4, 2))).toBe('On this page013')
  expect(shown(pageWith(2, 4, 4))).toBe('On this page012')
  expect(shown(pageWith(4, 4))).toBe('On this page01')
})

const repeat = (count: number, ...levels: readonly OutlineEntry['level'][]) =>
  Array.from({ length: count }, () => levels).flat()

const titlesOf = (page: Page) => page.outline.map(({ text }) => text)

it('leaves out the second level when both have more than 300 headings', () => {
  expect(titlesOf(pageWith(...repeat(150, 2, 3)))).toHaveLength(300)
  const titles = titlesOf(pageWith(...repeat(151, 2, 3)))
  expect(titles).toHaveLength(151)
  expect(titles.slice(0, 3)).toEqual(['0', '2', '4'])
})

it('ends after 300 headings of the highest level', () => {
  const titles = titlesOf(pageWith(...repeat(5_000, 2, 3)))
  expect(titles).toHaveLength(300)
  expect(titles.at(-1)).toBe('598')
})

it('keeps the second level below a single title', () => {
  const titles = titlesOf(pageWith(2, ...repeat(1_000, 3)))
  expect(titles).toHaveLength(300)
  expect(titles.at(-1)).toBe('299')
})

it('is missing on a page without headings', () => {
  expect(outline(pageWith(), 'en')).toEqual([])
  expect(hasOutline(pageWith())).toBe(false)
})
