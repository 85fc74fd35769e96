import type { SearchResult, SearchResults } from '#published/model.ts'
import type { SiteSpaceRow } from '../domain/sites/structure/structure.ts'
import { excerptOf } from '../search/excerpt.ts'
import { breadcrumbTitles, type SearchedPages, type SearchMatch, searchAmong } from './search-pages.ts'
import { searchSpacesOf } from './search-spaces.ts'
import type { BaseVisit } from './visit.ts'

const MAX_PAGES = 20
/** Pages of other versions and languages. */
const MAX_OTHER_PAGES = 8

/**
 * The pages of a site that match a query, best first, each with its matching sections: those of the reader's variant
 * and language, and apart from them those of others. `current` is the site space that the reader is in.
 */
export async function searchResults(
  visit: BaseVisit,
  query: string,
  current?: SiteSpaceRow,
): Promise<SearchResults> {
  const { own, others } = searchSpacesOf(visit, current)
  const [found, elsewhere] = await searchAmong(visit, query, [
    { among: own, maxPages: MAX_PAGES },
    { among: others, maxPages: MAX_OTHER_PAGES },
  ])
  const rows = (result: SearchedPages | undefined) =>
    (result?.pages ?? []).map((page) => rowOf(visit, page, found?.query ?? query))
  const corrected = found?.query !== undefined && found.query !== query ? found.query : undefined
  const results = { pages: rows(found), others: rows(elsewhere) }
  const isCorrected = corrected !== undefined && results.pages.length + results.others.length > 0
  return { ...results, ...(isCorrected ? { corrected } : {}) }
}

function rowOf(visit: BaseVisit, { sections: matches, ...page }: SearchMatch, query: string): SearchResult {
  const { node, href } = page
  const sections = matches.map((hit) => ({
    title: hit.ordinal === 0 ? '' : hit.title,
    href: hit.anchor ? `${href}#${hit.anchor}` : href,
    excerpt: excerptOf(hit.text, query),
  }))
  return {
    title: node.entry.title,
    href,
    breadcrumbs: breadcrumbTitles(visit, page),
    sections: sections.filter(({ title, excerpt }) => title !== '' || excerpt !== ''),
  }
}
