import { search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { listResponse, pageFromRows } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { queryText, queryWords } from '../../search/query.ts'
import { correctSpelling } from '../../search/spelling.ts'
import { isOfPage, presentPages, presentSpace, type ResultContext } from './present.ts'
import {
  findInOrganization,
  findInSpace,
  type SearchQuery,
  type SearchRow,
  searchableSpaces,
  titlesAbove,
} from './queries.ts'

type Query = Paging & { readonly query: string }

export const searchHandlers = handle(search, {
  async organization(ctx, { query }) {
    const viewer = viewerOf(ctx)
    const { searchQuery, rows } = await searchWithFallbacks(searchQueryOf(query), {
      find: (one) => findInOrganization(ctx.db, viewer, one),
      correct: async (terms) => correctSpelling(ctx.db, await searchableSpaces(ctx.db, viewer), terms),
    })
    const groups = [...Map.groupBy(rows.filter(isOfSpace), ({ space }) => space).values()]
    const page = pageFromRows(groups, searchQuery.limit, ([first]) => [first?.score ?? 0, first?.space ?? ''])
    const context = await resultContext(ctx, searchQuery.text, page.rows.flat())
    return listResponse({ ...page, count: countOf(rows) }, (group) =>
      presentSpace(group[0]?.space ?? '', group, context),
    )
  },

  async space(ctx, { params: { spaceId }, query }) {
    const at = { organizationId: ctx.access.organizationId, spaceId }
    const { searchQuery, rows } = await searchWithFallbacks(searchQueryOf(query), {
      find: (one) => findInSpace(ctx.db, at, one),
      correct: (terms) => correctSpelling(ctx.db, { ...at, spaceIds: [spaceId] }, terms),
    })
    const groups = [...Map.groupBy(rows.filter(isOfPage), ({ page }) => page).values()]
    const page = pageFromRows(groups, searchQuery.limit, ([first]) => [
      first?.pageScore ?? 0,
      first?.page ?? '',
    ])
    const context = await resultContext(ctx, searchQuery.text, page.rows.flat())
    const items = presentPages(page.rows.flat(), context)
    return listResponse({ ...page, rows: items, count: countOf(rows) }, (item) => item)
  },
})

type SearchFunctions = {
  readonly find: (searchQuery: SearchQuery) => Promise<readonly SearchRow[]>
  readonly correct: (terms: readonly string[]) => Promise<readonly string[] | null>
}

/**
 * Searches for all words in one section, then for all words on one page, and then again with corrected spelling.
 */
async function searchWithFallbacks(searchQuery: SearchQuery, { find, correct }: SearchFunctions) {
  const search = async (terms: SearchQuery): Promise<readonly SearchRow[]> => {
    const rows = await find(terms)
    return countOf(rows) > 0 || terms.terms.length < 2 ? rows : find({ ...terms, across: true })
  }
  const rows = await search(searchQuery)
  const terms = countOf(rows) > 0 ? null : await correct(searchQuery.terms)
  if (terms === null) return { searchQuery, rows }
  const correctedQuery = { ...searchQuery, terms, text: terms.join(' ') }
  return { searchQuery: correctedQuery, rows: await search(correctedQuery) }
}

const isOfSpace = (row: SearchRow): row is SearchRow & { readonly space: string } => row.space !== null

/** Every row contains the total; there is always at least one row. */
const countOf = ([first]: readonly SearchRow[]): number => first?.count ?? 0

const searchQueryOf = ({ query, page, limit = DEFAULT_PAGE_SIZE }: Query): SearchQuery => ({
  text: queryText(query),
  terms: queryWords(query),
  page,
  limit,
})

async function resultContext(
  ctx: Context,
  question: string,
  rows: readonly SearchRow[],
): Promise<ResultContext> {
  const pages = [...new Map(rows.filter(isOfPage).map((row) => [`${row.space} ${row.page}`, row])).values()]
  return { question, urls: ctx.urls, above: await titlesAbove(ctx.db, ctx.access.organizationId, pages) }
}
