import type { Element } from 'hast'
import { h } from 'hastscript'
import { splitAtMatches } from '#markup/search-matches.ts'
import { documentOf } from './document.ts'
import { icon } from './layout/icons.ts'
import { searchAgainForm } from './layout/search-form.ts'
import { markedHref } from './marked-href.ts'
import type { SearchModel, SearchResult } from './model.ts'
import { fill, textsOf } from './texts/texts.ts'

/** The search results as a page, for readers without the script. It is excluded from search engines. */
export function renderSearch({ site, query, results }: SearchModel): string {
  const texts = textsOf(site.locale)
  const { pages, others, corrected } = results
  const words = corrected ?? query
  const title = query ? fill(texts.searchTitleFor, { query }) : texts.searchTitle
  const none =
    query && pages.length + others.length === 0 ? [h('p.lead', fill(texts.searchNone, { query }))] : []
  const note = corrected ? [h('p.lead', fill(texts.searchCorrected, { query: corrected }))] : []
  const elsewhere = others.length
    ? [h('h2.result-others', texts.searchOthers), resultList(others, words)]
    : []
  const found = pages.length ? [resultList(pages, words)] : []
  const body = h('main#~content.frame.message-page.is-top', { tabIndex: -1 }, [
    h('div', [
      h('h1.title', title),
      searchAgainForm(site, texts.search, query),
      ...none,
      ...note,
      ...found,
      ...elsewhere,
    ]),
  ])
  return documentOf(site, { title, noIndex: true }, [body])
}

const resultList = (rows: readonly SearchResult[], words: string): Element =>
  h(
    'div.search-results',
    rows.map((row) => pageResult(row, words)),
  )

function pageResult(row: SearchResult, words: string): Element {
  const where = row.breadcrumbs.length ? [h('span.result-path', row.breadcrumbs.join(', '))] : []
  const page = h('a.result-page', { href: markedHref(row.href, words) }, [
    icon('page', 'i i-s'),
    h('strong', highlightMatches(row.title, words)),
    ...where,
  ])
  return h('div.search-result', [page, ...row.sections.map((section) => sectionResult(section, words))])
}

function sectionResult(section: SearchResult['sections'][number], words: string): Element {
  const title = section.title ? [h('strong', highlightMatches(section.title, words))] : []
  const excerpt = section.excerpt ? [h('p', highlightMatches(section.excerpt, words))] : []
  return h('a.result-section', { href: markedHref(section.href, words) }, [...title, ...excerpt])
}

function highlightMatches(text: string, words: string): (Element | string)[] {
  return splitAtMatches(text, words).map((piece) => (piece.isMatch ? h('mark', piece.text) : piece.text))
}
