import type { Element } from 'hast'
import { h } from 'hastscript'
import { splitAtMatches } from '#markup/search-matches.ts'
import { documentOf } from './document.ts'
import { icon } from './layout/icons.ts'
import { searchAgainForm } from './layout/search-form.ts'
import type { SearchModel, SearchResult } from './model.ts'
import { fill, textsOf } from './texts/texts.ts'

/** The search results as a page, for readers without the script. It is excluded from search engines. */
export function renderSearch({ site, query, rows }: SearchModel): string {
  const texts = textsOf(site.locale)
  const title = query ? fill(texts.searchTitleFor, { query }) : texts.searchTitle
  const none = query && rows.length === 0 ? [h('p.lead', fill(texts.searchNone, { query }))] : []
  const results = rows.length
    ? [
        h(
          'div.search-results',
          rows.map((row) => pageResult(row, query)),
        ),
      ]
    : []
  const body = h('main#content.frame.message-page.is-top', { tabIndex: -1 }, [
    h('div', [h('h1.title', title), searchAgainForm(site, texts.search, query), ...none, ...results]),
  ])
  return documentOf(site, { title, noIndex: true }, [body])
}

function pageResult(row: SearchResult, query: string): Element {
  const where = row.breadcrumbs.length ? [h('span.result-path', row.breadcrumbs.join(', '))] : []
  const page = h('a.result-page', { href: row.href }, [
    icon('page', 'i i-s'),
    h('strong', highlightMatches(row.title, query)),
    ...where,
  ])
  return h('div.search-result', [page, ...row.sections.map((section) => sectionResult(section, query))])
}

function sectionResult(section: SearchResult['sections'][number], query: string): Element {
  const title = section.title ? [h('strong', highlightMatches(section.title, query))] : []
  const excerpt = section.excerpt ? [h('p', highlightMatches(section.excerpt, query))] : []
  return h('a.result-section', { href: section.href }, [...title, ...excerpt])
}

function highlightMatches(text: string, query: string): (Element | string)[] {
  return splitAtMatches(text, query).map((piece) => (piece.isMatch ? h('mark', piece.text) : piece.text))
}
