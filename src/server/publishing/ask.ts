import { cutText } from '#markup/cut-text.ts'
import type { Excerpt } from '../asking/prompt.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { breadcrumbTitles, type SearchMatch, searchAmong } from './search-pages.ts'
import { FIRST_OPERATION_ORDINAL } from './search-queries.ts'
import { searchSpacesOf } from './search-spaces.ts'
import type { SiteRequest } from './site-request.ts'
import { siteSpaceBefore } from './special-paths.ts'
import type { Visit } from './visit.ts'

/** In characters. */
export const MAX_QUESTION_LENGTH = 512

const MAX_PAGES = 6
const MAX_EXCERPTS = 10
const MAX_EXCERPT_LENGTH = 3_000
/** All excerpts of a question together. */
const MAX_CHARACTERS = 16_000

/** A part of a page for an answer, with its address for readers. */
export type SitedExcerpt = Excerpt & { readonly href: string }

/**
 * The parts of pages that answer a question best, as the search of the site finds them for this visitor, in the variant
 * and language that they read in.
 */
export async function excerptsFor(
  visit: Visit,
  question: string,
  request: SiteRequest,
): Promise<readonly SitedExcerpt[]> {
  const { own } = searchSpacesOf(visit, await siteSpaceBefore(visit, request))
  const [found] = await searchAmong(visit, question, [{ among: own, maxPages: MAX_PAGES }])
  return withinLimits((found?.pages ?? []).flatMap((page) => excerptsOf(visit, page)))
}

function excerptsOf(visit: Visit, { sections, ...page }: SearchMatch): SitedExcerpt[] {
  const title = [...breadcrumbTitles(visit, page), page.node.entry.title].join(' › ')
  return sections.flatMap(({ ordinal, anchor, title: heading, text }) => {
    // The index of API operations does not know about conditions in the text of a page.
    const mayBeHidden =
      ordinal >= FIRST_OPERATION_ORDINAL && appliesConditions(visit.state.shape.structure.site)
    if (mayBeHidden || text.trim() === '') return []
    const href = anchor ? `${page.href}#${anchor}` : page.href
    const section = ordinal === 0 ? '' : heading
    return [{ page: title, section, text: cutText(text.trim(), MAX_EXCERPT_LENGTH), href }]
  })
}

function withinLimits(excerpts: readonly SitedExcerpt[]): readonly SitedExcerpt[] {
  const chosen: SitedExcerpt[] = []
  let characters = 0
  for (const excerpt of excerpts) {
    characters += excerpt.text.length
    if (chosen.length === MAX_EXCERPTS || characters > MAX_CHARACTERS) break
    chosen.push(excerpt)
  }
  return chosen
}
