import { type RawBuilder, sql } from 'kysely'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { type Db, prepared } from '../../db/client.ts'
import { decodeCursor } from '../../db/page.ts'
import {
  type CandidateScope,
  scoredCandidates,
  scoredSections,
  scoreWithTitle,
  titleSimilarity,
} from '../../search/candidates.ts'
import { tsQueryOf } from '../../search/query.ts'

/** A matching section, or a page or space without one; missing parts are null. */
export type SearchRow = {
  readonly count: number
  readonly space: string | null
  readonly spaceTitle: string
  readonly score: number
  readonly page: string | null
  readonly pageTitle: string
  readonly pageScore: number
  readonly path: string | null
  readonly description: string | null
  readonly ordinal: number | null
  readonly title: string
  readonly anchor: string | null
  readonly text: string
}

/** Pages per space when several spaces are searched, and sections per page. */
const MAX_PAGES_PER_SPACE = 10
const MAX_SECTIONS_PER_PAGE = 4
/** Characters of a section that are read for an excerpt. */
const MAX_SECTION_TEXT = 8_000

/** Matching pages per space; more are not counted. */
const MAX_MATCHED_PAGES = 1_000
/** Sections with the words in their text that are looked at: enough for the pages of a space, or the best of each space. */
const MAX_TEXTS_OF_SPACE = 5_000
const MAX_TEXTS = 2_000
/** Sections with a word of a query whose words are in different sections of a page, per word. */
const MAX_TERM_HITS = 20_000
/** Spaces whose titles match. */
const MAX_NAMED_SPACES = 1_000

const titleWords = sql`search_title_words(s.title)`

/** Scripts without spaces have no known words, so there any part of a title matches. */
const matchesTitle = ({ text, terms }: SearchQuery): RawBuilder<unknown> =>
  terms.length > 0 && terms.join(' ') !== text.split(/\s+/).join(' ')
    ? sql`(${titleWords} @@ query.words or strpos(lower(s.title), lower(${text})) > 0)`
    : sql`${titleWords} @@ query.words`

/** The score of a space, by its title alone. */
const spaceScore = (searchQuery: string): RawBuilder<unknown> => sql`case
    when lower(s.title) = lower(${searchQuery}) then 8
    when search_title_words(s.title) @@ query.exact then 7
    else 6 end + ${titleSimilarity(sql`s.title`, searchQuery)}`

const rounded = (score: RawBuilder<unknown>): RawBuilder<unknown> => sql`round((${score})::numeric, 6)`

/** The best sections with one of the words each, on the pages that contain all of them. */
const candidatesAcrossPages = (
  { organizationId, within, joins }: CandidateScope,
  { terms }: SearchQuery,
): RawBuilder<unknown> => sql`
  term_hit as materialized (
    ${sql.join(
      terms.map(
        (
          term,
          index,
        ) => sql`(select ${index}::integer as term_index, section.space_id, section.page_id, section.ordinal
          from (${tsQueryOf([term])}) as word cross join lateral (select space_id, page_id, ordinal from page_section
            where vector @@ word.words and organization_id = ${organizationId} and ${within} offset 0) as section
          ${joins} limit ${MAX_TERM_HITS})`,
      ),
      sql` union all `,
    )}
  ),
  candidate as materialized (
    select section.* from (select distinct space_id, page_id, ordinal from term_hit where (space_id, page_id) in (
      select space_id, page_id from term_hit group by space_id, page_id having count(distinct term_index) = ${terms.length}
    )) as section_ref
    cross join lateral (select space_id, page_id, ordinal, 0 as tier, pg_column_size(vector) as size, title
      from page_section where organization_id = ${organizationId} and space_id = section_ref.space_id
        and page_id = section_ref.page_id and ordinal = section_ref.ordinal offset 0) as section
  ),
  ${scoredCandidates(organizationId)}`

/**
 * The matching sections of the searched spaces as `hit`, and their pages as `ranked_page`, without those that are
 * excluded from search.
 */
const matchesIn = (scope: CandidateScope, searchQuery: SearchQuery): RawBuilder<unknown> => sql`
  query as materialized (${tsQueryOf(searchQuery.terms)}),
  ${searchQuery.across ? candidatesAcrossPages(scope, searchQuery) : scoredSections(scope)},
  hit as materialized (
    select space_id, page_id, ordinal, ${scoreWithTitle(searchQuery.text)} as score
    from scored where not exists (select from page where organization_id = ${scope.organizationId}
      and space_id = scored.space_id and page_id = scored.page_id and no_index)
  ),
  matching_page as materialized (
    select space_id, page_id, ${rounded(sql`max(score)`)} as score from hit group by space_id, page_id
  )`

/**
 * The selected pages with their best sections; expects `chosen (space_id, score)` and `best (space_id, page_id,
 * …)`.
 */
const resultRows = (organizationId: string): RawBuilder<unknown> => sql`
  ranked_section as (
    select space_id, page_id, ordinal, row_number() over (partition by space_id, page_id
      order by hit.score desc, ordinal) as nth
    from hit join (select space_id, page_id from best) as shown_page using (space_id, page_id)
  )
  select total.count, chosen.space_id as space, visible.title as "spaceTitle", chosen.score,
    best.page_id as page, page.title as "pageTitle", best.score as "pageScore", page.path, page.description,
    section.ordinal, section.title, section.anchor, left(section.body, ${MAX_SECTION_TEXT}) as text
  from total left join chosen on true
  left join space visible on visible.organization_id = ${organizationId} and visible.id = chosen.space_id
  left join best on best.space_id = chosen.space_id
  left join page on page.organization_id = ${organizationId} and page.space_id = best.space_id
    and page.page_id = best.page_id
  left join ranked_section on ranked_section.space_id = best.space_id and ranked_section.page_id = best.page_id and ranked_section.nth <= ${MAX_SECTIONS_PER_PAGE}
  left join page_section section on section.organization_id = ${organizationId}
    and section.space_id = ranked_section.space_id and section.page_id = ranked_section.page_id and section.ordinal = ranked_section.ordinal
  order by chosen.score desc, chosen.space_id, best.score desc, best.page_id, ranked_section.nth`

const afterCursor = (page: string | undefined, id: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (page === undefined) return sql`true`
  const [score, after] = decodeCursor(page, 2)
  return sql`(score < ${score}::numeric or score = ${score}::numeric and ${id} > ${after})`
}

export type SearchQuery = {
  readonly text: string
  readonly terms: readonly string[]
  readonly limit: number
  readonly page?: string | undefined
  /** The words may be in different sections of a page. */
  readonly across?: boolean
}

/**
 * The matching spaces a viewer may see, best first, each with its best pages, and one space more than the limit
 * when there are more. Titles of spaces match too. The access rule is part of the query.
 */
export async function findInOrganization(
  db: Db,
  viewer: Viewer,
  searchQuery: SearchQuery,
): Promise<readonly SearchRow[]> {
  const { organizationId } = viewer
  const { text, limit, page } = searchQuery
  const scope = {
    organizationId,
    within: sql`true`,
    joins: visibleSpaces(viewer, sql`section.space_id`),
    maxTexts: MAX_TEXTS,
  }
  const { rows } = await sql<SearchRow>`${withAccess(viewer)},
  ${matchesIn(scope, searchQuery)},
  named_space as (
    select s.id, s.title from query cross join lateral (
      select id from space s where organization_id = ${organizationId} and deleted_at is null
        and ${matchesTitle(searchQuery)} offset 0
    ) as named ${visibleSpaces(viewer, sql`named.id`)}
    order by length(s.title), s.id limit ${MAX_NAMED_SPACES}
  ),
  grouped as materialized (
    select space_id, max(score) as score from (
      select space_id, score from matching_page
      union all
      select s.id, ${rounded(spaceScore(text))} from named_space s cross join query
    ) every group by space_id
  ),
  total as (select count(*) as count from grouped),
  chosen as materialized (
    select space_id, score from grouped where ${afterCursor(page, sql`space_id`)}
    order by score desc, space_id limit ${limit === 0 ? 0 : limit + 1}
  ),
  best as materialized (
    select * from (
      select matching_page.*, row_number() over (partition by space_id order by matching_page.score desc, page_id) as nth
      from matching_page join chosen using (space_id)
    ) ranked where nth <= ${MAX_PAGES_PER_SPACE}
  ),
  ${resultRows(organizationId)}`.execute(db)
  return rows
}

/** Joins a column with ids of spaces to the space `s` if the viewer may see it. */
function visibleSpaces(
  { organizationId, membership }: Viewer,
  spaceId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const access = spaceAccess(organizationId, membership)
  return sql`join space s on s.organization_id = ${organizationId} and s.id = ${spaceId} and s.deleted_at is null
    ${membership.role === 'admin' ? sql`` : access.joins} where ${access.rank} > 0`
}

/** Admins see every space, so nothing about collections and grants is read for them. */
const withAccess = ({ organizationId, userId, membership }: Viewer): RawBuilder<unknown> =>
  membership.role === 'admin'
    ? sql`${prepared} with organization_of_search as (select 1)`
    : collectionAccess(organizationId, userId, membership)

/** The spaces that a viewer can search. */
export async function searchableSpaces(db: Db, { organizationId, userId, membership }: Viewer) {
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<{ id: string }>`${collectionAccess(organizationId, userId, membership)}
    select s.id from space s ${access.joins}
    where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0`.execute(db)
  return { organizationId, spaceIds: rows.map(({ id }) => id) }
}

/** The best matching pages of one space, and one more than the limit when there are more. */
export async function findInSpace(
  db: Db,
  { organizationId, spaceId }: { readonly organizationId: string; readonly spaceId: string },
  searchQuery: SearchQuery,
): Promise<readonly SearchRow[]> {
  const { limit, page } = searchQuery
  const scope = {
    organizationId,
    // As a subquery, so that the plan of the prepared statement is the same for every space and made once.
    within: sql`space_id = (select ${spaceId}::text)`,
    joins: sql``,
    maxTexts: MAX_TEXTS_OF_SPACE,
  }
  const { rows } = await sql<SearchRow>`${prepared} with
  ${matchesIn(scope, searchQuery)},
  ranked_page as materialized (
    select * from matching_page order by score desc, page_id limit ${MAX_MATCHED_PAGES}
  ),
  total as (select count(*) as count from ranked_page),
  best as materialized (
    select space_id, page_id, score from ranked_page where ${afterCursor(page, sql`page_id`)}
    order by score desc, page_id limit ${limit === 0 ? 0 : limit + 1}
  ),
  chosen as (select distinct space_id, 0 as score from best),
  ${resultRows(organizationId)}`.execute(db)
  return rows
}

/**
 * The titles of the ancestors of some pages, the topmost first. Uses lateral look-ups, as in
 * `content/page-rows.ts`, because the planner misjudges joins here.
 */
export async function titlesAbove(
  db: Db,
  organizationId: string,
  pages: readonly { readonly space: string; readonly page: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (pages.length === 0) return new Map()
  const { rows } = await sql<{ page: string; titles: string[] }>`${prepared}
    with recursive line (space_id, of_page, parent_id, title, height) as (
      select page.space_id, page.page_id, page.parent_id, page.title, 0
      from unnest(${pages.map(({ space }) => space)}::text[], ${pages.map(({ page }) => page)}::text[])
        as input (space_id, page_id)
      cross join lateral (select space_id, page_id, parent_id, title from page
        where organization_id = ${organizationId} and space_id = input.space_id and page_id = input.page_id
        offset 0) as page
      union all
      select line.space_id, line.of_page, above.parent_id, above.title, line.height + 1
      from line cross join lateral (select parent_id, title from page
        where organization_id = ${organizationId} and space_id = line.space_id and page_id = line.parent_id
        offset 0) as above
    )
    select space_id || ' ' || of_page as page,
      coalesce(array_agg(title order by height desc) filter (where height > 0), '{}') as titles
    from line group by 1`.execute(db)
  return new Map(rows.map(({ page, titles }) => [page, titles]))
}
