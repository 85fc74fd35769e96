import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'
import { parseMarkdown } from './parse.ts'
import { samplePage } from './sample-page.ts'
import { sectionsOf } from './sections.ts'
import { leadOf, plainTextOf, wordCountOf } from './text.ts'
import { toHast } from './to-hast.ts'
import { toHtml } from './to-html.ts'

const page = parseMarkdown(samplePage)

test('the outline lists headings outside of hints, with unique anchors', () => {
  expect(outlineOf(page)).toEqual([
    { level: 2, text: 'Brew coffee', anchor: 'brew' },
    { level: 2, text: 'Before you begin', anchor: 'before-you-begin' },
    { level: 3, text: 'Grind', anchor: 'grind' },
    { level: 3, text: 'Pour', anchor: 'pour' },
    { level: 3, text: 'Before you begin', anchor: 'before-you-begin-1' },
  ])
})

test('anchors are the same in outline, sections and rendered page', () => {
  const html = toHtml(toHast(page))
  for (const { anchor } of sectionsOf(page).slice(1)) expect(html).toContain(` id="${anchor}"`)
  for (const { anchor } of outlineOf(page)) expect(html).toContain(`href="#${anchor}"`)
})

test('a repeated heading never gets the anchor of another one', () => {
  const anchors = outlineOf(parseMarkdown('## A\n## A-1\n## A\n## A\n## A-1')).map(({ anchor }) => anchor)
  expect(new Set(anchors).size).toBe(5)
  expect(anchors.slice(0, 3)).toEqual(['a', 'a-1', 'a-2'])
})

test('sections contain the text below their headings, with code and without tags', () => {
  const sections = sectionsOf(
    parseMarkdown('intro\n\n# A\n{% hint %}\n- b `c`\n{% endhint %}\n```\nd\n```\n## E\n<b>f</b>'),
  )
  expect(sections).toEqual([
    { anchor: '', title: '', level: 0, text: 'intro' },
    { anchor: 'a', title: 'A', level: 1, text: 'b c\nd' },
    { anchor: 'e', title: 'E', level: 2, text: 'f' },
  ])
})

test('a heading in a step starts a section, and the title of a tab is part of the text', () => {
  const titles = sectionsOf(page).map(({ title }) => title)
  expect(titles).toEqual([
    '',
    'Brew coffee',
    'Before you begin',
    'Hot water',
    'Grind',
    'Pour',
    'Before you begin',
    'Why is it bitter?',
  ])
  expect(sectionsOf(page)[3]?.text).toContain('Press\nWait, then press.')
})

test('plain text contains no markup', () => {
  const text = plainTextOf(page)
  expect(text).not.toMatch(/\{%|<\w|\]\(|\*\*/)
  expect(text).toContain('Why is it bitter?')
  expect(text).toContain('const water = 250')
})

test('the lead is the first paragraph, truncated between words', () => {
  expect(leadOf(page)).toMatch(/^A cup takes four minutes and 18 g of ground coffee\./)
  const lead = leadOf(parseMarkdown(`# T\n\n${'word '.repeat(200)}`))
  expect(lead.length).toBeLessThanOrEqual(300)
  expect(lead.endsWith('word…')).toBe(true)
  expect(leadOf(parseMarkdown('# only a heading'))).toBe('')
})

test('words are counted in any script', () => {
  expect(wordCountOf(parseMarkdown('One **two** `three`, four!'))).toBe(4)
  expect(wordCountOf(parseMarkdown('日本語の文書'))).toBeGreaterThan(1)
})
