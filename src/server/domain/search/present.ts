import type { PageSearchResult, SpaceSearchResult } from '#contract/search.ts'
import type { Context } from '../../context.ts'
import { excerptOf } from '../../search/excerpt.ts'
import { fromMillionths, type PageHit, type SpaceHit } from '../../search/hits.ts'
import type { Urls } from '../../urls.ts'
import { pageUrl } from '../revision-content/present.ts'
import { type SectionKey, type ShownSection, shownSections, titlesAbove } from './queries.ts'

/** Pages per space when several spaces are searched, and sections per page. */
const MAX_PAGES_PER_SPACE = 10
const MAX_SECTIONS_PER_PAGE = 4

/** The spaces with their best pages. Those that were deleted in the meantime are left out. */
export async function presentSpaces(
  ctx: Context,
  question: string,
  spaces: readonly SpaceHit[],
): Promise<SpaceSearchResult[]> {
  const shown = spaces.map((one) => ({ ...one, pages: one.pages.slice(0, MAX_PAGES_PER_SPACE) }))
  const keys = shown.flatMap(({ space, pages }): readonly SectionKey[] =>
    pages.length === 0 ? [{ space, page: null, ordinal: null }] : sectionKeys(pages),
  )
  const results = await resultsOf(ctx, question, keys)
  return shown.flatMap(({ space, pages }) => {
    const title = results.spaceTitles.get(space)
    if (title === undefined) return []
    const presented = pages.flatMap((page) => presentPage(page, results))
    const score = Math.max(0, ...presented.map((page) => page.score ?? 0))
    return [{ type: 'space' as const, id: space, title, score, pages: presented }]
  })
}

/** The pages with their best sections. Those that were deleted in the meantime are left out. */
export async function presentPages(
  ctx: Context,
  question: string,
  pages: readonly PageHit[],
): Promise<PageSearchResult[]> {
  const results = await resultsOf(ctx, question, sectionKeys(pages))
  return pages.flatMap((page) => presentPage(page, results))
}

const sectionKeys = (pages: readonly PageHit[]): SectionKey[] =>
  pages.flatMap(({ space, page, ordinals }) =>
    ordinals.slice(0, MAX_SECTIONS_PER_PAGE).map((ordinal) => ({ space, page, ordinal })),
  )

/** A section that belongs to a page. */
type PageSection = ShownSection & { readonly page: string }

/** What results need besides their hits. */
type Results = {
  readonly question: string
  readonly urls: Urls
  readonly spaceTitles: ReadonlyMap<string, string>
  /** The sections of each page, by space and page. */
  readonly sections: ReadonlyMap<string, readonly PageSection[]>
  /** The titles of the ancestors of pages that have some. */
  readonly above: ReadonlyMap<string, readonly string[]>
}

async function resultsOf(
  { db, access, urls }: Context,
  question: string,
  keys: readonly SectionKey[],
): Promise<Results> {
  const rows = await shownSections(db, access.organizationId, keys)
  const sections = Map.groupBy(rows.filter(isOfPage), keyOf)
  const nested = [...sections.values()].flatMap(([first]) => (first?.nested ? [first] : []))
  return {
    question,
    urls,
    spaceTitles: new Map(rows.map(({ space, spaceTitle }) => [space, spaceTitle])),
    sections,
    above: await titlesAbove(db, access.organizationId, nested),
  }
}

const isOfPage = (row: ShownSection): row is PageSection => row.page !== null

const keyOf = ({ space, page }: { readonly space: string; readonly page: string }): string =>
  `${space} ${page}`

function presentPage(hit: PageHit, results: Results): PageSearchResult[] {
  const sections = results.sections.get(keyOf(hit)) ?? []
  const [page] = sections
  if (page === undefined) return []
  const above = results.above.get(keyOf(hit)) ?? []
  const score = fromMillionths(hit.score)
  const app = pageUrl(results.urls, hit.space, hit.page)
  const path = page.path ?? ''
  return [
    {
      id: hit.page,
      title: page.pageTitle,
      path,
      ...(page.description === null ? {} : { description: page.description }),
      ancestors: above.map((title) => ({ title })),
      score,
      sections: sections
        .filter(({ ordinal }) => ordinal !== null)
        .map((section) => presentSection(section, { path, app, score, question: results.question })),
      urls: { app },
    },
  ]
}

/** A section with an excerpt; the text before the first heading represents the page itself. */
function presentSection(
  section: PageSection,
  { path, app, score, question }: { path: string; app: string; score: number; question: string },
): PageSearchResult['sections'][number] {
  const anchor = section.anchor === null ? '' : `#${section.anchor}`
  return {
    id: `${section.page}${anchor}`,
    title: section.title,
    path: `${path}${anchor}`,
    body: excerptOf(section.text, question),
    score,
    urls: { app: `${app}${anchor}` },
  }
}
