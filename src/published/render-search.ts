import type { Element } from 'hast'
import { h } from 'hastscript'
import { markWords } from '#markup/mark-words.ts'
import { documentOf } from './document.ts'
import { icon } from './layout/icons.ts'
import { searchAgainForm } from './layout/search-form.ts'
import type { SearchModel, SearchRow } from './model.ts'
import { fill, textsOf } from './texts/texts.ts'

/** The results of a search as a page, for readers without the script. Never in a search engine. */
export function renderSearch({ site, query, rows }: SearchModel): string {
  const texts = textsOf(site.locale)
  const title = query ? fill(texts.searchTitleFor, { query }) : texts.searchTitle
  const none = query && rows.length === 0 ? [h('p.lead', fill(texts.searchNone, { query }))] : []
  const found = rows.length
    ? [
        h(
          'div.found',
          rows.map((row) => foundPage(row, query)),
        ),
      ]
    : []
  const body = h('main#content.frame.say.is-top', { tabIndex: -1 }, [
    h('div', [h('h1.title', title), searchAgainForm(site, texts.search, query), ...none, ...found]),
  ])
  return documentOf(site, { title, noIndex: true }, [body])
}

function foundPage(row: SearchRow, query: string): Element {
  const where = row.breadcrumbs.length ? [h('span.where', row.breadcrumbs.join(', '))] : []
  const page = h('a.on-page', { href: row.href }, [
    icon('page', 'i i-s'),
    h('strong', marked(row.title, query)),
    ...where,
  ])
  return h('div.found-page', [page, ...row.sections.map((section) => foundSection(section, query))])
}

function foundSection(section: SearchRow['sections'][number], query: string): Element {
  const title = section.title ? [h('strong', marked(section.title, query))] : []
  const excerpt = section.excerpt ? [h('p', marked(section.excerpt, query))] : []
  return h('a.in-page', { href: section.href }, [...title, ...excerpt])
}

function marked(text: string, query: string): (Element | string)[] {
  return markWords(text, query).map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))
}
