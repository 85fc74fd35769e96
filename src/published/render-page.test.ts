import { h } from 'hastscript'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import type { PageModel } from './model.ts'
import { renderNotFound } from './render-not-found.ts'
import { renderPage } from './render-page.ts'
import { renderSearch } from './render-search.ts'
import { sampleNotFound, samplePage, sampleSite } from './sample-model.ts'

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`

test('writes hostile titles as text wherever they stand', () => {
  const html = renderPage(everythingNamed(hostile))
  expect(madeOf(html)).toEqual(madeOf(renderPage(everythingNamed('Harmless'))))
  expect(html.match(/alert\(1\)/g)?.length).toBeGreaterThan(20)
})

test('writes a hostile path and a hostile question as text', () => {
  const missing = (path: string) => renderNotFound({ ...sampleNotFound, path, query: path })
  const found = (query: string) => renderSearch({ site: sampleSite, query, rows: [] })
  expect(madeOf(missing(hostile))).toEqual(madeOf(missing('/harmless')))
  expect(madeOf(found(hostile))).toEqual(madeOf(found('harmless')))
})

test('prints a raw node of the article as text', () => {
  const article = h(null, [h('p', 'Before')])
  article.children.push({ type: 'raw', value: '<script>alert(3)</script>' })
  const html = renderPage({ ...samplePage, page: { ...samplePage.page, article } })
  expect(html).toContain('&lt;script>alert(3)&lt;/script>')
})

test('prints the landmarks with the names that readers hear', () => {
  const html = renderPage(samplePage)
  const names = [...html.matchAll(/<nav[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual([
    'Sections',
    'Sections, Pages',
    'Pages',
    'Breadcrumb',
    'Previous and next page',
    'On this page',
  ])
})

test('nests the contents of the page and keeps code in them', () => {
  expect(renderPage(samplePage)).toContain(
    '<ol><li><a href="#set-up">Set up</a><ol><li><a href="#type"><code>@type</code></a></li></ol></li></ol>',
  )
})

test('turns a second title in the text into a heading of the second level', () => {
  const article = h(null, [h('h1', 'Again')])
  const html = renderPage({ ...samplePage, page: { ...samplePage.page, article } })
  expect(html).toContain('<h2>Again</h2>')
  expect(article.children[0]).toMatchObject({ tagName: 'h1' })
})

test('shows the description above the text when there is no lead', () => {
  expect(renderPage(samplePage)).toContain('<p class="lead">How cranes are set up and moved.</p>')
})

test('marks the current section, also inside a group and a group in it', () => {
  const html = renderPage({ ...samplePage, site: { ...sampleSite, sectionId: 'ftp' } })
  expect(html).toContain('<li class="has-current"><details class="menu"><summary>Tools ')
  expect(html).toContain('<a href="/sites/harbour/ftp/" aria-current="true">FTP</a>')
})

test('tells search engines to stay away only where it is wanted', () => {
  const hidden = renderPage({ ...samplePage, page: { ...samplePage.page, noIndex: true } })
  expect(hidden).toContain('<meta name="robots" content="noindex">')
  expect(hidden).not.toContain('og:title')
  expect(renderPage(samplePage)).not.toContain('name="robots"')
})

test('writes the direction, the language and the dates of an Arabic site', () => {
  const html = renderPage({ ...samplePage, site: { ...sampleSite, locale: 'ar', dir: 'rtl' } })
  expect(html).toMatch(/<html lang="ar" dir="rtl"/)
  expect(html).toContain('آخر تحديث <time datetime="2026-10-14">14 أكتوبر 2026</time>')
  expect(html).toContain('href="/_reader/vazirmatn-a7.woff2" as="font"')
})

test('carries no script in the text when readers cannot choose the scheme', () => {
  const themes = { default: 'dark' as const, toggeable: false }
  const html = renderPage({ ...samplePage, site: { ...sampleSite, customization: { themes } } })
  expect(html).toContain('data-scheme="dark"')
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('class="icon-button scheme')
})

test('takes a word of 400 letters as it is', () => {
  const word = 'Donaudampfschiff'.repeat(25)
  expect(renderPage(everythingNamed(word))).toContain(`<h1 class="title">${word}</h1>`)
})

test('prints the same text for the same model', () => {
  expect(renderPage(samplePage)).toBe(renderPage(structuredClone(samplePage)))
})

/** The elements that a browser makes of a document, with the names of their attributes. */
function madeOf(html: string): string[] {
  const made: string[] = []
  visit(unified().use(rehypeParse).parse(html), 'element', (node) => {
    made.push(`${node.tagName} ${Object.keys(node.properties).join(' ')}`)
  })
  return made
}

function everythingNamed(title: string): PageModel {
  const replaced = JSON.stringify(samplePage, (key, value) =>
    ['title', 'name', 'label', 'message', 'description', 'about', 'copyright', 'text'].includes(key) &&
    typeof value === 'string'
      ? title
      : value,
  )
  return JSON.parse(replaced)
}
