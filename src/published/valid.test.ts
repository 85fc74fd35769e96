import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import { renderNotFound } from './render-not-found.ts'
import { renderPage } from './render-page.ts'
import { renderShareLinkExpired, renderSignInNeeded } from './render-private.ts'
import { renderSearch } from './render-search.ts'
import { renderTreeList } from './render-tree-list.ts'
import { sampleAnswer, sampleNotFound, samplePage, sampleSite } from './sample-model.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Roles on `pre`, `div` and `form` are those of the drawings: `section` and `search` would change nothing.
    'prefer-native-element': 'off',
    // How long a title is, is the author's affair.
    'long-title': 'off',
    'doctype-style': ['error', { style: 'lowercase' }],
  },
})

const tree = { site: sampleSite, tree: samplePage.tree, under: 'configure', from: 0, to: 200 }
const documents: Record<string, string> = {
  page: renderPage(samplePage),
  'bare page': renderPage(bare()),
  'page from right to left': renderPage({ ...samplePage, site: { ...sampleSite, locale: 'ar', dir: 'rtl' } }),
  'page that is not there': renderNotFound(sampleNotFound),
  'search with results': renderSearch({ site: sampleSite, query: 'crane', rows: sampleAnswer }),
  'search without results': renderSearch({ site: sampleSite, query: 'zeppelin', rows: [] }),
  'part of the tree': renderTreeList(tree),
  'sign-in needed': renderSignInNeeded({ site: sampleSite, signInHref: '/in', contact: 'a@example.org' }),
  'share link expired': renderShareLinkExpired({
    site: sampleSite,
    endedAt: '2026-10-02T00:00:00Z',
    publicHref: '/',
  }),
}

describe.each(Object.entries(documents))('%s', (_, html) => {
  test('is valid HTML', async () => {
    const report = await validator.validateString(html)
    expect(
      report.results.flatMap(({ messages }) => messages.map((one) => `${one.ruleId}: ${one.message}`)),
    ).toEqual([])
  })

  test('has one heading of the first level and one main part', () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
  })

  test('carries no style and no script but the one that is allowed', () => {
    expect(html).not.toMatch(/<style|\sstyle=/)
    expect(html.match(/<script>/g)).toHaveLength(1)
    expect(html).not.toMatch(/\son[a-z]+=/)
  })

  test('asks no other host for anything', () => {
    const asked = [...html.matchAll(/<(?:link|script|img|iframe|source)\b[^>]*?(?:href|src)="([^"]*)"/g)]
    const elsewhere = asked.filter(
      ([tag, address]) => /^(?:https?:)?\/\//.test(address ?? '') && !/canonical/.test(tag),
    )
    expect(asked.length).toBeGreaterThan(5)
    expect(elsewhere).toEqual([])
  })
})

/** A page with nothing that can be left out. */
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
