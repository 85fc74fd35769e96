import { type RawBuilder, sql } from 'kysely'

/** Titles with the words that are looked at, of which the shortest, which are the closest to the query, are candidates. */
const MAX_READ_TITLES = 10_000
const MAX_TITLES = 1_000
/** Headings with the words that are candidates. */
const MAX_HEADINGS = 1_000

/**
 * Sections that are ranked by how often and where they contain the words. The others keep the score of their tier:
 * what they rank by has to be decompressed for each one, which costs more than everything else together.
 */
const MAX_RANKED = 200

/** What a section contains the words in, and whether as whole words or as the beginning of words. */
const TIERS = { text: 0, exactText: 1, heading: 2, exactHeading: 3, title: 4, exactTitle: 5 } as const

/** What the similarity of a title to the query adds to its score. */
export const titleSimilarity = (title: RawBuilder<unknown>, text: string): RawBuilder<unknown> =>
  sql`0.5 * similarity(${title}, ${text})`

/** The score for a row of another table with a `vector`, whose words with weight A are its heading. */
export const headingScore = (vector: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
    when ts_filter(${vector}, '{a}') @@ query.exact then ${sql.lit(TIERS.exactHeading)}
    when ts_filter(${vector}, '{a}') @@ query.words then ${sql.lit(TIERS.heading)}
    when ${vector} @@ query.exact then ${sql.lit(TIERS.exactText)} else ${sql.lit(TIERS.text)}
  end + 0.4 * ts_rank(${vector}, query.words, 33)`

export type CandidateScope = {
  readonly organizationId: string
  /** A condition on the columns of sections. */
  readonly within: RawBuilder<unknown>
  /** Joins to `section` that leave only sections in spaces that are searched; they end with a condition, if any. */
  readonly joins: RawBuilder<unknown>
  /** Sections with the words in their text that are looked at. */
  readonly maxTexts: number
}

/**
 * Common table expressions that expect `query` (see `tsQueryOf`), for the sections that contain all words. Every kind of
 * match is an own lookup in an index, limited before anything is ranked, so the cost of common words is bounded. `hit`
 * has the sections with their score; `text` is the query as the user wrote it.
 */
export const sectionHits = (scope: CandidateScope, text: string): RawBuilder<unknown> => sql`
  heading as materialized (
    select place, min(space_id) as space_id, min(page_id) as page_id, min(ordinal) as ordinal, max(tier) as tier,
      min(size) as size, max(title) as title
    from (
      select * from (${lookup(TIERS.exactHeading, scope)}) as heading
      union all select * from (${lookup(TIERS.heading, scope)}) as heading
      union all select * from (${lookup(TIERS.exactTitle, scope)}) as title
      union all select * from (${lookup(TIERS.title, scope)}) as title
    ) as found group by place
  ),
  exact_text as materialized (${lookup(TIERS.exactText, scope)}),
  matching as (
    select * from heading
    union all select * from exact_text where ${isNew('exact_text', 'heading')}
    union all select * from (${lookup(TIERS.text, scope)}) as text
      where (select count(*) from exact_text) < ${sql.lit(MAX_RANKED)}
        and ${isNew('text', 'heading')} and ${isNew('text', 'exact_text')}
  ),
  ${hitsAmong(scope.organizationId, text)}`

/** Whether a section was not found by another lookup, where it is a better match. */
const isNew = (found: string, better: string): RawBuilder<unknown> =>
  sql`not exists (select from ${sql.table(better)} better where better.place = ${sql.ref(`${found}.place`)})`

/**
 * `hit` from `matching`, where each section is once, without pages that are excluded from search. Sections are
 * identified by the place of their row, which is the same throughout a statement: comparing and looking up texts for
 * each of many sections would cost more than ranking them.
 */
export const hitsAmong = (organizationId: string, text: string): RawBuilder<unknown> => sql`
  candidate as materialized (
    select * from matching where not exists (select from page where organization_id = ${organizationId}
      and space_id = matching.space_id and page_id = matching.page_id and no_index)
  ),
  best as materialized (
    select * from candidate order by tier desc, size, page_id, ordinal limit ${sql.lit(MAX_RANKED)}
  ),
  hit as (
    select space_id, page_id, ordinal, score + case when tier >= ${sql.lit(TIERS.title)}
      then ${titleSimilarity(sql`title`, text)} else 0 end as score
    from (
      select best.*, tier + 0.4 * section.rank as score from best cross join query cross join lateral (
        select ts_rank(vector, query.words, 33) as rank from page_section where ctid = best.place offset 0
      ) as section
      union all
      select candidate.*, tier as score from candidate where ${isNew('candidate', 'best')}
    ) as scored
  )`

/**
 * The words of titles and headings have an index of their own. Where it is missing, the one for all words finds the same.
 */
const headingWords = sql`ts_filter(vector, '{a}')`

/** Sections of one tier, in no order. Shorter titles, and shorter texts, are closer to the query. */
function lookup(
  tier: number,
  { organizationId, within, joins, maxTexts }: CandidateScope,
): RawBuilder<unknown> {
  const words = tier % 2 === 1 ? sql`query.exact` : sql`query.words`
  const isTitle = tier >= TIERS.title
  const condition =
    tier < TIERS.heading
      ? sql`vector @@ ${words}`
      : sql`${headingWords} @@ ${words} and ordinal ${isTitle ? sql`= 0` : sql`> 0`}`
  const limit = isTitle ? MAX_READ_TITLES : tier >= TIERS.heading ? MAX_HEADINGS : maxTexts
  const matches = sql`select section.place, section.space_id, section.page_id, section.ordinal, ${sql.lit(tier)} as tier,
      section.size, section.title
    from query cross join lateral (
      select ctid as place, space_id, page_id, ordinal, ${isTitle ? sql`title` : sql`null::text as title`},
        ${isTitle ? sql`length(title)` : sql`pg_column_size(vector)`} as size
      from page_section where organization_id = ${organizationId} and ${within} and ${condition} offset 0
    ) as section ${joins} limit ${sql.lit(limit)}`
  if (!isTitle) return matches
  return sql`select * from (${matches}) as title order by size, page_id limit ${sql.lit(MAX_TITLES)}`
}
