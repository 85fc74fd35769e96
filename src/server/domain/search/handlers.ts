import { search } from '#contract/search.ts'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { queryText, queryWords } from '#server/search/query.ts'
import { correctSpelling } from '#server/search/spelling.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import { cut, listAnswer } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { type Finding, isOfPage, presentPagesFound, presentSpaceFound } from './present.ts'
import {
  type Asked,
  type FoundRow,
  findInOrganization,
  findInSpace,
  searchedBy,
  titlesAbove,
} from './queries.ts'

type Query = Paging & { readonly query: string }

export const searchHandlers = handle(search, {
  async organization(ctx, { query }) {
    const viewer = viewerOf(ctx)
    const { asked, rows } = await kindly(askedIn(query), {
      find: (one) => findInOrganization(ctx.db, viewer, one),
      correct: async (words) => correctSpelling(ctx.db, await searchedBy(ctx.db, viewer), words),
    })
    const groups = [...Map.groupBy(rows.filter(isOfSpace), ({ space }) => space).values()]
    const page = cut(groups, asked.limit, ([first]) => [first?.score ?? 0, first?.space ?? ''])
    const finding = await findingOf(ctx, asked.text, page.rows.flat())
    return listAnswer({ ...page, count: countOf(rows) }, (group) =>
      presentSpaceFound(group[0]?.space ?? '', group, finding),
    )
  },

  async space(ctx, { params: { spaceId }, query }) {
    const at = { organizationId: ctx.access.organizationId, spaceId }
    const { asked, rows } = await kindly(askedIn(query), {
      find: (one) => findInSpace(ctx.db, at, one),
      correct: (words) => correctSpelling(ctx.db, { ...at, spaceIds: [spaceId] }, words),
    })
    const groups = [...Map.groupBy(rows.filter(isOfPage), ({ page }) => page).values()]
    const page = cut(groups, asked.limit, ([first]) => [first?.pageScore ?? 0, first?.page ?? ''])
    const finding = await findingOf(ctx, asked.text, page.rows.flat())
    const items = presentPagesFound(page.rows.flat(), finding)
    return listAnswer({ ...page, rows: items, count: countOf(rows) }, (item) => item)
  },
})

type Ways = {
  readonly find: (asked: Asked) => Promise<readonly FoundRow[]>
  readonly correct: (words: readonly string[]) => Promise<readonly string[] | null>
}

/** All words in one section; else all on one page; else the same with the words that were probably meant. */
async function kindly(asked: Asked, { find, correct }: Ways) {
  const search = async (words: Asked): Promise<readonly FoundRow[]> => {
    const rows = await find(words)
    return countOf(rows) > 0 || words.words.length < 2 ? rows : find({ ...words, across: true })
  }
  const rows = await search(asked)
  const words = countOf(rows) > 0 ? null : await correct(asked.words)
  if (words === null) return { asked, rows }
  const meant = { ...asked, words, text: words.join(' ') }
  return { asked: meant, rows: await search(meant) }
}

const isOfSpace = (row: FoundRow): row is FoundRow & { readonly space: string } => row.space !== null

/** The number of all that was found stands in every row; there is always one. */
const countOf = ([first]: readonly FoundRow[]): number => first?.count ?? 0

const askedIn = ({ query, page, limit = DEFAULT_PAGE_SIZE }: Query): Asked => ({
  text: queryText(query),
  words: queryWords(query),
  page,
  limit,
})

async function findingOf(ctx: Context, question: string, rows: readonly FoundRow[]): Promise<Finding> {
  const pages = [...new Map(rows.filter(isOfPage).map((row) => [`${row.space} ${row.page}`, row])).values()]
  return { question, urls: ctx.urls, above: await titlesAbove(ctx.db, ctx.access.organizationId, pages) }
}
