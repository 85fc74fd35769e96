import { describe, expect, test } from 'vitest'
import { outlineOf } from '#markup/outline.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { toHast } from '#markup/to-hast.ts'
import { everyBlock } from '#testing/every-block.ts'
import { htmlErrors } from '#testing/valid-html.ts'
import { articleFrom } from './article.ts'
import { articleForPrint } from './article-for-print.ts'
import { shownEntries } from './layout/outline-entries.ts'
import {
  renderNotFound,
  renderPasswordNeeded,
  renderShareLinkExpired,
  renderSignInNeeded,
  renderThanks,
} from './render-message-pages.ts'
import { renderPage } from './render-page.ts'
import { renderPrint } from './render-print.ts'
import { renderSearch } from './render-search.ts'
import { renderTreeList } from './render-tree-list.ts'
import {
  noSearchResults,
  sampleNotFound,
  samplePage,
  sampleSearchResults,
  sampleSite,
} from './sample-model.ts'
import { blockLabelsOf } from './texts/block-labels.ts'

const tree = { site: sampleSite, tree: samplePage.tree, under: 'configure', from: 0, to: 200 }
const documents: Record<string, string> = {
  page: renderPage(samplePage),
  'bare page': renderPage(bare()),
  'page from right to left': renderPage({ ...samplePage, site: { ...sampleSite, locale: 'ar', dir: 'rtl' } }),
  'page with every block': renderPage(everyBlockPage('en', 'ltr')),
  'page with every block from right to left': renderPage(everyBlockPage('ar', 'rtl')),
  'page with every block in Russian': renderPage(everyBlockPage('ru', 'ltr')),
  'page that is not there': renderNotFound(sampleNotFound),
  'search with results': renderSearch({ site: sampleSite, query: 'crane', results: sampleSearchResults }),
  'search without results': renderSearch({ site: sampleSite, query: 'zeppelin', results: noSearchResults }),
  'part of the tree': renderTreeList(tree),
  thanks: renderThanks({
    site: { ...sampleSite, insightsUrl: '/sites/harbour/~insights' },
    page: { title: 'Cranes', href: '/sites/harbour/cranes' },
    more: { action: '/sites/harbour/~feedback?at=%2Fcranes', rating: 'bad' },
  }),
  'sign-in needed': renderSignInNeeded({ site: sampleSite }),
  'share link expired': renderShareLinkExpired({ site: sampleSite, endedAt: '2026-10-02T00:00:00Z' }),
  'password needed': renderPasswordNeeded({ site: sampleSite, action: '/u', to: 'quays', isWrong: true }),
}

describe.each(Object.entries(documents))('%s', (_, html) => {
  test('the document is valid HTML', async () => {
    expect(await htmlErrors(html)).toEqual([])
  })

  test('the document has one level-1 heading and one main element', () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
  })

  test('the document has no styles and no scripts except the allowed one', () => {
    expect(html).not.toMatch(/<style|\sstyle=/)
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html).not.toMatch(/\son[a-z]+=/)
  })

  test('the document loads nothing from other hosts', () => {
    const resources = [...html.matchAll(/<(?:link|script|img|iframe|source)\b[^>]*?(?:href|src)="([^"]*)"/g)]
    const external = resources.filter(
      ([tag, address]) => /^(?:https?:)?\/\//.test(address ?? '') && !/canonical/.test(tag),
    )
    expect(resources.length).toBeGreaterThan(5)
    expect(external).toEqual([])
  })
})

test('print documents are valid HTML without scripts', async () => {
  const html = renderPrint({
    title: 'Harbour',
    cover: { date: '2026-10-02T00:00:00Z' },
    contents: [{ title: 'Cranes', anchor: 'cranes', children: [] }],
    pages: [{ anchor: 'cranes', title: 'Cranes', article: articleForPrint(renderEveryBlock('en')) }],
    locale: 'en',
    dir: 'ltr',
    css: 'reader.css',
  })
  expect(await htmlErrors(html)).toEqual([])
  expect(html).not.toMatch(/<script|\sstyle=|\son[a-z]+=/)
})

/** A page without optional content. */
function bare() {
  const site = { ...sampleSite, sections: [], headerLinks: [], announcement: undefined }
  const { id, title, article, noIndex } = samplePage.page
  return {
    site: { ...site, footer: { groups: [], links: [], trademark: false } },
    switchers: [],
    tree: { pages: [], rowsUrl: '/t' },
    breadcrumbs: [],
    page: { id, title, article, noIndex, outline: [] },
  }
}

function everyBlockPage(locale: string, dir: 'ltr' | 'rtl') {
  const outline = shownEntries(outlineOf(parseMarkdown(everyBlock)))
  return {
    ...samplePage,
    site: { ...sampleSite, locale, dir },
    page: { ...samplePage.page, article: articleFrom(renderEveryBlock(locale), outline), outline },
  }
}

function renderEveryBlock(locale: string) {
  return toHast(parseMarkdown(everyBlock), { labels: blockLabelsOf(locale) })
}
