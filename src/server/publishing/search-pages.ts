import { cutText } from '#markup/cut-text.ts'
import { sectionOf } from '../domain/sites/structure/structure.ts'
import { queryText } from '../search/query.ts'
import { dictionaryOf, questionTerms } from '../search/question.ts'
import { sectionRowsOf } from '../search/sections.ts'
import { correctSpelling, inSpaces } from '../search/spelling.ts'
import { languageAt } from './languages.ts'
import { ancestorsOf } from './page.ts'
import { pageKey, type RankedPage, rankedPages, roughHits, wordWeights } from './rank-pages.ts'
import {
  type Candidate,
  type Postings,
  postingsOf,
  type Question,
  type SectionText,
  sectionFits,
  sectionKey,
  sectionTexts,
  titleFits,
} from './ranking-queries.ts'
import { type Hit, operationHitsOf } from './search-queries.ts'
import {
  MAX_COMPARED_PAGES,
  mayHideWords,
  type SearchedSpaces,
  type SearchPart,
  searchScope,
  type VisiblePage,
  visibleCandidates,
} from './searched-pages.ts'
import { viewOf } from './view.ts'
import type { BaseVisit } from './visit.ts'

const MAX_SECTIONS_PER_PAGE = 4
const MAX_OPERATIONS = 40

/** In characters; the rest of a query is ignored. */
export const MAX_QUERY_LENGTH = 512

/** A heading with the text below it; the page itself for ordinal 0. */
export type MatchingSection = SectionText

/** A matching page with its matching sections. */
export type SearchMatch = VisiblePage & {
  readonly sections: readonly MatchingSection[]
  readonly rank: number
}

/** The query with its spelling corrected, and the pages that match it, best first. */
export type SearchedPages = { readonly query: string; readonly pages: readonly SearchMatch[] }

/** The pages that match a query and that the visitor may see, best first, in all spaces of the site unless limited. */
export async function searchVisit(
  visit: BaseVisit,
  input: string,
  among: SearchedSpaces = visit.state.shape.structure.siteSpaces,
): Promise<SearchedPages> {
  const [result] = await searchAmong(visit, input, [{ among, maxPages: MAX_COMPARED_PAGES }])
  return result ?? { query: input, pages: [] }
}

/** Searches some parts of a site. A word is misspelled only if it is in none of them. */
export async function searchAmong(
  visit: BaseVisit,
  input: string,
  parts: readonly SearchPart[],
): Promise<readonly SearchedPages[]> {
  const text = queryText(cutText(input, MAX_QUERY_LENGTH))
  const first = questionOf(visit, text, parts[0]?.among ?? [])
  const postings = (question: Question) =>
    Promise.all(
      parts.map(({ among }) =>
        among.length === 0
          ? { words: [], postings: [] }
          : postingsOf(visit.db, searchScope(visit, among), question),
      ),
    )
  const before = first.terms.length === 0 ? [] : await postings(first)
  const corrected = await correctedQuestion(visit, first, parts, before)
  const pagesOf = (question: Question, found: readonly Postings[], query: string) =>
    Promise.all(
      parts.map(async (part, index) => ({
        query,
        pages: await matchingPages(visit, question, part, found[index] ?? { words: [], postings: [] }),
      })),
    )
  if (corrected !== undefined) {
    const pages = await pagesOf(corrected, await postings(corrected), corrected.text)
    if (await isCorrectionVisible(visit, first, corrected, pages)) return pages
  }
  return pagesOf(first, before, input)
}

/** Whether a visitor sees the corrected words on the pages, as words that conditions hide must not be suggested. */
async function isCorrectionVisible(
  visit: BaseVisit,
  before: Question,
  after: Question,
  results: readonly SearchedPages[],
): Promise<boolean> {
  if (!(await mayHideWords(visit))) return true
  const written = new Set(before.terms.map(({ word }) => word.toLowerCase()))
  const corrected = after.terms.map(({ word }) => word.toLowerCase()).filter((word) => !written.has(word))
  const texts = results.flatMap(({ pages }) =>
    pages.flatMap(({ node, sections }) => [
      node.entry.title.toLowerCase(),
      ...sections.flatMap(({ title, text }) => [title.toLowerCase(), text.toLowerCase()]),
    ]),
  )
  return corrected.every((word) => texts.some((text) => text.includes(word)))
}

function questionOf(visit: BaseVisit, text: string, among: SearchedSpaces): Question {
  const [first] = among
  const dictionary = dictionaryOf(first === undefined ? 'en' : languageAt(visit, first))
  return { text, terms: questionTerms(text), dictionary }
}

/** The question with words of the site in place of words that are not on it; undefined if there are none. */
async function correctedQuestion(
  visit: BaseVisit,
  question: Question,
  parts: readonly SearchPart[],
  found: readonly Postings[],
): Promise<Question | undefined> {
  const known = new Set(found.flatMap(({ postings }) => postings.map(({ n }) => n)))
  const words = new Set(found.flatMap((one) => one.words))
  const missing = question.terms.flatMap(({ word }, n) => (words.has(n) && !known.has(n) ? [word] : []))
  if (missing.length === 0) return undefined
  const scope = searchScope(
    visit,
    parts.flatMap(({ among }) => among),
  )
  const inOperations = await Promise.all(missing.map((word) => operationHitsOf(visit.db, scope, word, 1)))
  const unknown = missing.filter((_, index) => inOperations[index]?.length === 0)
  if (unknown.length === 0) return undefined
  const corrections = await correctSpelling(visit.db, inSpaces(scope.organizationId, scope.spaceIds), unknown)
  if (corrections === null) return undefined
  const byWord = new Map(unknown.map((word, index) => [word, corrections[index] ?? word]))
  const text = question.terms.map(({ word }) => byWord.get(word) ?? word).join(' ')
  return { ...question, text, terms: questionTerms(`${text} `) }
}

async function matchingPages(
  visit: BaseVisit,
  question: Question,
  part: SearchPart,
  { words, postings }: Postings,
): Promise<readonly SearchMatch[]> {
  const { among, maxPages } = part
  if (words.length === 0) return []
  const scope = searchScope(visit, among)
  const terms = words.map((n) => ({ n, isWeak: question.terms[n]?.isWeak ?? false }))
  const strong = terms.filter(({ isWeak }) => !isWeak)
  const operations = await operationHitsOf(
    visit.db,
    scope,
    (strong.length > 0 ? strong : terms).map(({ n }) => question.terms[n]?.word).join(' '),
    MAX_OPERATIONS,
  )
  const pageCount = await countPages(visit, among)
  const weights = wordWeights(terms, postings, pageCount)
  const likely = [
    ...operations.map(({ space, page }) => ({ space, page })),
    ...roughHits(words, weights, postings),
  ]
  const candidates = await visibleCandidates(visit, likely, part)
  const shown = [...candidates.values()]
  const titles = [...new Set(shown.flatMap((page) => breadcrumbTitles(visit, page)))]
  const [fits, titlesFit] = await Promise.all([
    sectionFits(visit.db, scope, question, shown),
    titleFits(visit.db, scope, question, titles),
  ])
  const pathFits = new Map(
    shown.map((page) => [pageKey(page), bestOf(breadcrumbTitles(visit, page), titlesFit)]),
  )
  const isShown = (hit: Hit) => candidates.get(pageKey(hit))?.operations?.has(hit.anchor ?? '') ?? true
  const ranked = withOperations(
    rankedPages(
      fits,
      weights,
      pathFits,
      terms.map(({ isWeak }) => isWeak),
    ),
    operations.filter(isShown),
  )
    .flatMap((page) => {
      const candidate = candidates.get(pageKey(page))
      return candidate === undefined ? [] : [{ ...page, candidate }]
    })
    .slice(0, maxPages)
  const texts = await sectionTexts(
    visit.db,
    scope,
    ranked.flatMap(({ space, page, ordinals, candidate: { visible } }) =>
      visible ? [] : ordinals.slice(0, MAX_SECTIONS_PER_PAGE).map((ordinal) => ({ space, page, ordinal })),
    ),
  )
  return ranked.map(({ space, page, score, ordinals, operations: own, candidate }) => {
    const textOf = (ordinal: number) =>
      candidate.visible
        ? visibleText(page, candidate.visible, ordinal)
        : texts.get(sectionKey({ space, page, ordinal }))
    const sections = ordinals.slice(0, MAX_SECTIONS_PER_PAGE).flatMap((ordinal) => textOf(ordinal) ?? [])
    const { view, node, href } = candidate
    return { view, node, href, rank: score, sections: [...own, ...sections].slice(0, MAX_SECTIONS_PER_PAGE) }
  })
}

/** The best fit of some titles for each word. */
const bestOf = (titles: readonly string[], fits: ReadonlyMap<string, readonly number[]>): readonly number[] =>
  titles
    .flatMap((title) => [fits.get(title) ?? []])
    .reduce((best, fit) => fit.map((value, index) => Math.max(value, best[index] ?? 0)), [])

function visibleText(
  page: string,
  visible: NonNullable<Candidate['visible']>,
  ordinal: number,
): SectionText | undefined {
  const row = sectionRowsOf({ page, ...visible })[ordinal]
  return row && { ordinal, anchor: row.anchor, title: row.title, text: row.body }
}

type PageOfOperations = RankedPage & { readonly operations: readonly Hit[] }

/** An API operation with all words counts as much as a section that is about them. */
function withOperations(
  pages: readonly RankedPage[],
  operations: readonly Hit[],
): readonly PageOfOperations[] {
  if (operations.length === 0) return pages.map((page) => ({ ...page, operations: [] }))
  const byPage = Map.groupBy(operations, pageKey)
  const known = new Set(pages.map(pageKey))
  const others = [...byPage.values()].flatMap(([hit]) =>
    hit === undefined || known.has(pageKey(hit))
      ? []
      : [{ space: hit.space, page: hit.page, score: 0, ordinals: [] }],
  )
  return [...pages, ...others]
    .map((page) => {
      const own = byPage.get(pageKey(page)) ?? []
      return { ...page, score: page.score + (own[0] === undefined ? 0 : 1 + own[0].rank), operations: own }
    })
    .toSorted((a, b) => b.score - a.score)
}

/** The number of pages that are searched. */
async function countPages(visit: BaseVisit, among: SearchedSpaces): Promise<number> {
  const views = await Promise.all(among.map((one) => viewOf(visit, one)))
  return views.reduce((count, view) => count + view.order.length, 0)
}

/** The titles of the section and the ancestors of a page. */
export function breadcrumbTitles(
  visit: BaseVisit,
  { view, node }: Pick<VisiblePage, 'view' | 'node'>,
): string[] {
  const { structure } = visit.state.shape
  const section = sectionOf(structure, view.siteSpace.sectionId)
  const titles = ancestorsOf(view, node).map(({ entry }) => entry.title)
  return section && structure.sections.length > 1 ? [section.title, ...titles] : titles
}
