import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { excerptOf } from '../../search/excerpt.ts'
import type { Urls } from '../../urls.ts'
import { pageUrl } from '../revision-content/present.ts'
import type { SearchRow } from './queries.ts'

/** What results need besides their rows. */
export type ResultContext = {
  readonly question: string
  readonly urls: Urls
  /** The titles of a page's ancestors, by space and page. */
  readonly above: ReadonlyMap<string, readonly string[]>
}

/** A row with a page. */
export type PageRow = SearchRow & { readonly space: string; readonly page: string }

export const isOfPage = (row: SearchRow): row is PageRow => row.space !== null && row.page !== null

/** A space with its matching pages; all rows belong to it, and those of a page are adjacent. */
export const presentSpace = (
  id: string,
  rows: readonly SearchRow[],
  context: ResultContext,
): SpaceSearchResult => {
  const pages = presentPages(rows, context)
  const score = Math.max(0, ...pages.map((page) => page.score ?? 0))
  return { type: 'space', id, title: rows[0]?.spaceTitle ?? '', score, pages }
}

/** The pages of some rows, in order. */
export function presentPages(rows: readonly SearchRow[], context: ResultContext): PageSearchResult[] {
  const byPage = Map.groupBy(rows.filter(isOfPage), ({ page }) => page)
  return [...byPage.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [presentPage(first, [first, ...rest], context)],
  )
}

function presentPage(page: PageRow, sections: readonly PageRow[], context: ResultContext): PageSearchResult {
  const above = context.above.get(`${page.space} ${page.page}`) ?? []
  return {
    id: page.page,
    title: page.pageTitle,
    path: page.path ?? '',
    ...(page.description === null ? {} : { description: page.description }),
    ancestors: above.map((title) => ({ title })),
    score: page.pageScore,
    sections: sections
      .filter(({ ordinal }) => ordinal !== null)
      .map((section) => presentSection(section, context)),
    urls: { app: pageUrl(context.urls, page.space, page.page) },
  }
}

/** A section with an excerpt; the text before the first heading represents the page itself. */
function presentSection(
  section: PageRow,
  { question, urls }: ResultContext,
): PageSearchResult['sections'][number] {
  const anchor = section.anchor === null ? '' : `#${section.anchor}`
  return {
    id: `${section.page}${anchor}`,
    title: section.title,
    path: `${section.path ?? ''}${anchor}`,
    body: excerptOf(section.text, question),
    score: section.pageScore,
    urls: { app: `${pageUrl(urls, section.space, section.page)}${anchor}` },
  }
}
