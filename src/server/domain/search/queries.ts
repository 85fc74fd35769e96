import { type RawBuilder, sql } from 'kysely'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { Db } from '../../db/client.ts'
import { decodeCursor } from '../../db/page.ts'
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
/** Pages per space that are ranked precisely when several spaces are searched. */
const MAX_RANKED_PAGES_PER_SPACE = 30

/**
 * The score of a section before its title is compared with the query, so that it depends only on the section and
 * the query. Whole words score above prefixes, titles above headings above text, and frequency decides among
 * equals.
 */
const sectionScore = sql`case
    when not heading.words @@ query.words then case when section.vector @@ query.exact then 1 else 0 end
    when section.ordinal > 0 then case when heading.words @@ query.exact then 3 else 2 end
    else case when heading.words @@ query.exact then 5 else 4 end
  end + 0.4 * ts_rank(section.vector, query.words, 33)`

/** A matching section; `matching_title` is the title that contains the words. */
const hitColumns = sql`section.space_id, section.page_id, section.ordinal, ${sectionScore} as score,
  case when section.ordinal = 0 and heading.words @@ query.words then section.title end as matching_title`

/** The similarity of a title to the query: exact, and estimated by length for a first selection. */
const titleSimilarity = (searchQuery: string): RawBuilder<unknown> =>
  sql`0.5 * similarity(matching_title, ${searchQuery})`
const estimatedSimilarity = (searchQuery: string): RawBuilder<unknown> =>
  sql`0.5 * length(${searchQuery}::text)::float8 / greatest(length(${searchQuery}::text), length(matching_title), 1)`

const titleWords = sql`(to_tsvector('english', unaccent(visible.title)) || to_tsvector('simple', unaccent(visible.title)))`

/** Scripts without spaces have no known words, so there any part of a title matches. */
const titleContains = ({ text, terms }: SearchQuery): RawBuilder<unknown> =>
  terms.length > 0 && terms.join(' ') !== text.split(/\s+/).join(' ')
    ? sql`strpos(lower(visible.title), lower(${text})) > 0`
    : sql`false`

/** The score of a space, by its title alone. */
const spaceScore = (searchQuery: string): RawBuilder<unknown> => sql`case
    when lower(visible.title) = lower(${searchQuery}) then 8
    when ${titleWords} @@ query.exact then 7
    else 6 end + 0.5 * similarity(visible.title, ${searchQuery})`

const rounded = (score: RawBuilder<unknown>): RawBuilder<unknown> => sql`round((${score})::numeric, 6)`

/** Every section in the spaces of `visible` that contains all words of the query. */
const matchingSections = (organizationId: string): RawBuilder<unknown> => sql`hit as materialized (
    select ${hitColumns}
    from query join page_section section on section.vector @@ query.words
    cross join lateral (select ts_filter(section.vector, '{a}') as words offset 0) as heading
    where section.organization_id = ${organizationId} and section.space_id in (select id from visible)
  )`

/** Every section with one of the words, on the pages that contain all of them. */
const matchingSectionsAcrossPages = (
  organizationId: string,
  { terms }: SearchQuery,
): RawBuilder<unknown> => sql`
  term_hit as materialized (
    select section.space_id, section.page_id, section.ordinal, word.term_index
    from (${sql.join(
      terms.map(
        (term, index) => sql`select ${index}::integer as term_index, words from (${tsQueryOf([term])}) as q`,
      ),
      sql` union all `,
    )}) as word
    cross join lateral (select space_id, page_id, ordinal from page_section where vector @@ word.words
      and organization_id = ${organizationId} and space_id in (select id from visible) offset 0) as section
    where word.words is not null
  ),
  hit as materialized (
    select ${hitColumns}
    from query cross join (select distinct space_id, page_id, ordinal from term_hit where (space_id, page_id) in (
      select space_id, page_id from term_hit group by space_id, page_id having count(distinct term_index) = ${terms.length}
    )) as section_ref
    cross join lateral (select * from page_section where organization_id = ${organizationId}
      and space_id = section_ref.space_id and page_id = section_ref.page_id and ordinal = section_ref.ordinal offset 0) as section
    cross join lateral (select ts_filter(section.vector, '{a}') as words offset 0) as heading
  )`

/**
 * Every section in the spaces of `visible` that contains all words of the query, and the best pages. Common words
 * match every section, so sections are handled in one pass by number alone: pages excluded from search are removed
 * all together, and only the pages selected by `near` are ranked precisely.
 */
const matchesIn = (
  organizationId: string,
  searchQuery: SearchQuery,
  near: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  query as materialized (${tsQueryOf(searchQuery.terms)}),
  ${searchQuery.across ? matchingSectionsAcrossPages(organizationId, searchQuery) : matchingSections(organizationId)},
  excluded as materialized (
    select space_id, page_id from page where organization_id = ${organizationId} and no_index
      and space_id in (select id from visible)
  ),
  candidate as (
    select space_id, page_id, max(matching_title) as matching_title, max(score) as text_score, max(score) filter (where matching_title is not null)
      as title_score, max(score + coalesce(${estimatedSimilarity(searchQuery.text)}, 0)) as score
    from hit group by space_id, page_id
    having (space_id, page_id) not in (select space_id, page_id from excluded)
  ),
  ranked_page as materialized (
    select space_id, page_id, ${rounded(sql`greatest(text_score, title_score + ${titleSimilarity(searchQuery.text)})`)} as score
    from (${near}) as near
  )`

/** The best pages overall, and per space, by the estimated score. */
const nearest = sql`select * from candidate order by score desc, page_id limit ${MAX_MATCHED_PAGES}`
const nearestOfSpaces = sql`select * from (
    select *, row_number() over (partition by space_id order by score desc, page_id) as nth from candidate
  ) ranked where nth <= ${MAX_RANKED_PAGES_PER_SPACE}`

/**
 * The selected pages with their best sections; expects `chosen (space_id, score)` and `best (space_id, page_id,
 * …)`.
 */
const resultRows = (organizationId: string, text: string): RawBuilder<unknown> => sql`
  ranked_section as (
    select space_id, page_id, ordinal, row_number() over (partition by space_id, page_id
      order by hit.score + coalesce(${titleSimilarity(text)}, 0) desc, ordinal) as nth
    from hit join (select space_id, page_id from best) as shown_page using (space_id, page_id)
  )
  select total.count, chosen.space_id as space, visible.title as "spaceTitle", chosen.score,
    best.page_id as page, page.title as "pageTitle", best.score as "pageScore", page.path, page.description,
    section.ordinal, section.title, section.anchor, left(section.body, ${MAX_SECTION_TEXT}) as text
  from total left join chosen on true
  left join visible on visible.id = chosen.space_id
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
  { organizationId, userId, membership }: Viewer,
  searchQuery: SearchQuery,
): Promise<readonly SearchRow[]> {
  const { text, limit, page } = searchQuery
  const access = spaceAccess(organizationId, membership)
  const { rows } = await sql<SearchRow>`${collectionAccess(organizationId, userId, membership)},
  visible as materialized (
    select s.id, s.title from space s ${access.joins}
    where s.organization_id = ${organizationId} and s.deleted_at is null and ${access.rank} > 0
  ),
  ${matchesIn(organizationId, searchQuery, nearestOfSpaces)},
  grouped as materialized (
    select space_id, max(score) as score from (
      select space_id, score from ranked_page
      union all
      select visible.id, ${rounded(spaceScore(text))} from visible, query
      where ${titleWords} @@ query.words or ${titleContains(searchQuery)}
    ) every group by space_id
  ),
  total as (select count(*) as count from grouped),
  chosen as materialized (
    select space_id, score from grouped where ${afterCursor(page, sql`space_id`)}
    order by score desc, space_id limit ${limit === 0 ? 0 : limit + 1}
  ),
  best as materialized (
    select * from (
      select ranked_page.*, row_number() over (partition by space_id order by ranked_page.score desc, page_id) as nth
      from ranked_page join chosen using (space_id)
    ) ranked where nth <= ${MAX_PAGES_PER_SPACE}
  ),
  ${resultRows(organizationId, text)}`.execute(db)
  return rows
}

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
  const { text, limit, page } = searchQuery
  const { rows } = await sql<SearchRow>`with
  visible as materialized (select id, title from space where organization_id = ${organizationId} and id = ${spaceId}),
  ${matchesIn(organizationId, searchQuery, nearest)},
  total as (select count(*) as count from ranked_page),
  best as materialized (
    select space_id, page_id, score from ranked_page where ${afterCursor(page, sql`page_id`)}
    order by score desc, page_id limit ${limit === 0 ? 0 : limit + 1}
  ),
  chosen as (select distinct space_id, 0 as score from best),
  ${resultRows(organizationId, text)}`.execute(db)
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
  const { rows } = await sql<{ page: string; titles: string[] }>`
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
