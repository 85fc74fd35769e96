import { h } from 'hastscript'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { expect, test } from 'vitest'
import { articleFrom } from './article.ts'
import type { PageModel } from './model.ts'
import { renderNotFound } from './render-message-pages.ts'
import { renderPage } from './render-page.ts'
import { renderSearch } from './render-search.ts'
import { noSearchResults, sampleNotFound, samplePage, sampleSite } from './sample-model.ts'

const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`

test('hostile titles are written as text everywhere', () => {
  const html = renderPage(withAllTitles(hostile))
  expect(elementsIn(html)).toEqual(elementsIn(renderPage(withAllTitles('Harmless'))))
  expect(html.match(/alert\(1\)/g)?.length).toBeGreaterThan(20)
})

test('hostile paths and queries are written as text', () => {
  const notFound = (path: string) => renderNotFound({ ...sampleNotFound, path, query: path })
  const search = (query: string) => renderSearch({ site: sampleSite, query, results: noSearchResults })
  expect(elementsIn(notFound(hostile))).toEqual(elementsIn(notFound('/harmless')))
  expect(elementsIn(search(hostile))).toEqual(elementsIn(search('harmless')))
})

test('raw nodes of the article are printed as text', () => {
  const article = h(null, [h('p', 'Before')])
  article.children.push({ type: 'raw', value: '<script>alert(3)</script>' })
  const html = renderPage({ ...samplePage, page: { ...samplePage.page, article: articleFrom(article) } })
  expect(html).toContain('&lt;script>alert(3)&lt;/script>')
})

test('landmarks have accessible names', () => {
  const html = renderPage(samplePage)
  const names = [...html.matchAll(/<nav[^>]* aria-label="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual([
    'Sections',
    'Sections and pages',
    'Pages',
    sampleSite.title,
    'Breadcrumb',
    'Previous and next page',
    'On this page',
  ])
})

test('the outline is nested and preserves code', () => {
  expect(renderPage(samplePage)).toContain(
    '<ol><li><a href="#set-up">Set up</a><ol><li><a href="#type"><code>@type</code></a></li></ol></li></ol>',
  )
})

test('a level-1 heading in the text becomes a level-2 heading', () => {
  const article = h(null, [h('h1', 'Again')])
  const html = renderPage({ ...samplePage, page: { ...samplePage.page, article: articleFrom(article) } })
  expect(html).toContain('<h2>Again</h2>')
  expect(article.children[0]).toMatchObject({ tagName: 'h1' })
})

test('the description is shown above the text if there is no lead', () => {
  expect(renderPage(samplePage)).toContain('<p class="lead">How cranes are set up and moved.</p>')
})

test('the current section is marked, also in nested groups', () => {
  const html = renderPage({ ...samplePage, site: { ...sampleSite, sectionId: 'ftp' } })
  expect(html).toContain('<li class="has-current"><details class="menu"><summary>Tools ')
  expect(html).toContain('<a href="/sites/harbour/ftp/" aria-current="true">FTP</a>')
})

test('the drawer of small screens ends with the links of the header', () => {
  const headerLinks = [
    { title: 'Blog', href: '/blog' },
    { title: 'More', links: [{ title: 'Jobs', href: '/jobs' }] },
  ]
  const html = renderPage({ ...samplePage, site: { ...sampleSite, headerLinks } })
  expect(html).toContain(
    `</nav><nav class="header-links in-drawer" aria-label="${sampleSite.title}"><ul><li><a href="/blog">Blog</a></li><li><span>More</span><ul><li><a href="/jobs">Jobs</a></li></ul></li></ul></nav></div><div class="bar`,
  )
  expect(renderPage({ ...samplePage, site: { ...sampleSite, headerLinks: [] } })).not.toContain(
    'header-links',
  )
})

test('noindex is set only on pages that request it', () => {
  const hidden = renderPage({ ...samplePage, page: { ...samplePage.page, noIndex: true } })
  expect(hidden).toContain('<meta name="robots" content="noindex">')
  expect(hidden).not.toContain('og:title')
  expect(renderPage(samplePage)).not.toContain('name="robots"')
})

test('an Arabic site has its direction, language, dates and font', () => {
  const html = renderPage({ ...samplePage, site: { ...sampleSite, locale: 'ar', dir: 'rtl' } })
  expect(html).toMatch(/<html lang="ar" dir="rtl"/)
  expect(html).toContain('آخر تحديث <time datetime="2026-10-14">14 أكتوبر 2026</time>')
  expect(html).toContain('href="/_reader/vazirmatn-a7.woff2" as="font"')
})

test('there is no inline script if readers cannot switch the scheme', () => {
  const themes = { default: 'dark' as const, toggeable: false }
  const html = renderPage({ ...samplePage, site: { ...sampleSite, customization: { themes } } })
  expect(html).toContain('data-scheme="dark"')
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('class="icon-button scheme')
})

test('very long words are not changed', () => {
  const word = 'Donaudampfschiff'.repeat(25)
  expect(renderPage(withAllTitles(word))).toContain(`<h1 class="title">${word}</h1>`)
})

test('rendering is deterministic', () => {
  expect(renderPage(samplePage)).toBe(renderPage(structuredClone(samplePage)))
})

/** The elements of a parsed document with the names of their attributes. */
function elementsIn(html: string): string[] {
  const elements: string[] = []
  visit(unified().use(rehypeParse).parse(html), 'element', (node) => {
    elements.push(`${node.tagName} ${Object.keys(node.properties).join(' ')}`)
  })
  return elements
}

function withAllTitles(title: string): PageModel {
  const replaced = JSON.stringify(samplePage, (key, value) =>
    ['title', 'name', 'label', 'message', 'description', 'about', 'copyright', 'text'].includes(key) &&
    typeof value === 'string'
      ? title
      : value,
  )
  return JSON.parse(replaced)
}

test('a landing page has no visible title, no tree on large screens and a cover behind it', () => {
  const layout = {
    isWide: true,
    hidesTitle: true,
    hidesTree: true,
    hidesDescription: true,
    hidesActions: true,
  }
  const cover = { light: '/a.png', size: 'background', mask: 'radial', height: 320 } as const
  const page = {
    ...samplePage.page,
    layout,
    cover,
    outline: [],
    tags: [{ label: 'Beta', emoji: '🧪', color: 'blue' }],
  }
  const html = renderPage({ ...samplePage, page })
  expect(html).toContain('<div class="frame body is-wide-page has-no-tree is-bare">')
  expect(html).toContain(
    '<div class="page-cover is-background is-masked is-light"><img src="/a.png" alt="" height="320" fetchpriority="high"></div>',
  )
  expect(html).toContain('<h1 class="vh">')
  expect(html).toContain(
    '<ul class="page-tags"><li class="pill ground-blue"><span aria-hidden="true">🧪</span> Beta</li></ul>',
  )
  expect(html).not.toMatch(/class="lead"|class="split"/)
})

test('a cover is above the title, or as wide as the window and outside of the columns', () => {
  const withCover = (size: 'hero' | 'full') =>
    renderPage({
      ...samplePage,
      page: { ...samplePage.page, cover: { light: '/a.png', dark: '/b.png', size } },
    })
  expect(withCover('hero')).toContain(
    '<article class="article"><div class="page-cover"><img class="light-only"',
  )
  expect(withCover('full')).toMatch(
    /<div class="page-cover is-window-wide">(?:<img[^>]*>){2}<\/div><div class="frame body">/,
  )
})
