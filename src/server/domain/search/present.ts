import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import { excerptOf } from '#server/search/excerpt.ts'
import type { Urls } from '../../urls.ts'
import { pageUrl } from '../revision-content/present.ts'
import type { FoundRow } from './queries.ts'

/** What presenting a find needs beside its rows. */
export type Finding = {
  readonly question: string
  readonly urls: Urls
  /** The titles of the pages above one, by space and page. */
  readonly above: ReadonlyMap<string, readonly string[]>
}

/** A row that tells of a page. */
export type PageRow = FoundRow & { readonly space: string; readonly page: string }

export const isOfPage = (row: FoundRow): row is PageRow => row.space !== null && row.page !== null

/** A space with the pages found in it; the rows are all of one space, those of a page together. */
export const presentSpaceFound = (
  id: string,
  rows: readonly FoundRow[],
  finding: Finding,
): SpaceSearchResult => ({
  id,
  title: rows[0]?.spaceTitle ?? '',
  pages: presentPagesFound(rows, finding),
})

/** The pages of some rows, in their order. */
export function presentPagesFound(rows: readonly FoundRow[], finding: Finding): PageSearchResult[] {
  const byPage = Map.groupBy(rows.filter(isOfPage), ({ page }) => page)
  return [...byPage.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [presentPage(first, [first, ...rest], finding)],
  )
}

function presentPage(page: PageRow, places: readonly PageRow[], finding: Finding): PageSearchResult {
  const above = finding.above.get(`${page.space} ${page.page}`) ?? []
  return {
    id: page.page,
    title: page.pageTitle,
    path: page.path ?? '',
    ...(page.description === null ? {} : { description: page.description }),
    ...(above.length === 0 ? {} : { ancestors: above.map((title) => ({ title })) }),
    score: page.pageScore,
    sections: places.filter(({ ordinal }) => ordinal !== null).map((place) => presentPlace(place, finding)),
    urls: { app: pageUrl(finding.urls, page.space, page.page) },
  }
}

/** A heading with its text; the part before the first heading stands for the page itself. */
function presentPlace(place: PageRow, { question, urls }: Finding): PageSearchResult['sections'][number] {
  const anchor = place.anchor === null ? '' : `#${place.anchor}`
  return {
    id: `${place.page}${anchor}`,
    title: place.title,
    path: `${place.path ?? ''}${anchor}`,
    body: excerptOf(place.text, question),
    urls: { app: `${pageUrl(urls, place.space, place.page)}${anchor}` },
  }
}
