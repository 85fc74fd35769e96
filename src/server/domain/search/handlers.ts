import { search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { listResponse, pageFromRows } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { fromMillionths, type PageHit, type SpaceHit } from '../../search/hits.ts'
import { queryText, queryWords } from '../../search/query.ts'
import { correctSpelling, inSpaces } from '../../search/spelling.ts'
import { afterToken } from './after-token.ts'
import { presentPages, presentSpaces } from './present.ts'
import { findInOrganization, findInSpace, type SearchQuery, visibleWords } from './queries.ts'

/** Pages of a space that can be listed; more are not counted. */
const MAX_PAGES = 1_000

export const searchHandlers = handle(search, {
  async organization(ctx, { query }) {
    const viewer = viewerOf(ctx)
    const { searchQuery, hits } = await searchWithFallbacks(searchQueryOf(query), {
      find: (one) => findInOrganization(ctx.db, viewer, one),
      correct: (terms) => correctSpelling(ctx.db, visibleWords(viewer), terms),
    })
    const page = pageOfHits(hits, query, ({ space }) => space)
    const items = await presentSpaces(ctx, searchQuery.text, page.rows)
    return listResponse({ ...page, rows: items, count: hits.length }, (item) => item)
  },

  async space(ctx, { params: { spaceId }, query }) {
    const at = { organizationId: ctx.access.organizationId, spaceId }
    const { searchQuery, hits } = await searchWithFallbacks(searchQueryOf(query), {
      find: async (one) => (await findInSpace(ctx.db, at, one)).slice(0, MAX_PAGES),
      correct: (terms) => correctSpelling(ctx.db, inSpaces(at.organizationId, [spaceId]), terms),
    })
    const page = pageOfHits(hits, query, (hit) => hit.page)
    const items = await presentPages(ctx, searchQuery.text, page.rows)
    return listResponse({ ...page, rows: items, count: hits.length }, (item) => item)
  },
})

type SearchFunctions<Hit> = {
  readonly find: (searchQuery: SearchQuery) => Promise<readonly Hit[]>
  readonly correct: (terms: readonly string[]) => Promise<readonly string[] | null>
}

/**
 * Searches for all words in one section, then for all words on one page, and then again with corrected spelling.
 */
async function searchWithFallbacks<Hit>(
  searchQuery: SearchQuery,
  { find, correct }: SearchFunctions<Hit>,
): Promise<{ readonly searchQuery: SearchQuery; readonly hits: readonly Hit[] }> {
  const search = async (query: SearchQuery): Promise<readonly Hit[]> => {
    const hits = await find(query)
    return hits.length > 0 || query.terms.length < 2 ? hits : find({ ...query, across: true })
  }
  const hits = await search(searchQuery)
  const terms = hits.length > 0 ? null : await correct(searchQuery.terms)
  if (terms === null) return { searchQuery, hits }
  const correctedQuery = { ...searchQuery, terms, text: terms.join(' ') }
  return { searchQuery: correctedQuery, hits: await search(correctedQuery) }
}

const searchQueryOf = ({ query }: { readonly query: string }): SearchQuery => ({
  text: queryText(query),
  terms: queryWords(query),
})

/** The hits after the page token, as many as the limit. */
function pageOfHits<Hit extends PageHit | SpaceHit>(
  hits: readonly Hit[],
  { page, limit = DEFAULT_PAGE_SIZE }: Paging,
  idOf: (hit: Hit) => string,
) {
  const remaining = page === undefined ? hits : hits.filter(afterToken(page, idOf))
  if (limit === 0) return { rows: [] }
  return pageFromRows(remaining.slice(0, limit + 1), limit, (hit) => [fromMillionths(hit.score), idOf(hit)])
}
