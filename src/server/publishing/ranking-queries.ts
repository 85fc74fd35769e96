import { type RawBuilder, sql } from 'kysely'
import type { Section } from '#markup/sections.ts'
import { type Db, prepared } from '../db/client.ts'
import { type QuestionTerm, type SearchScope, termsOf } from '../search/question.ts'
import { sectionsAsVectors } from '../search/sections.ts'

/** A question and the dictionary with the stop words of its language. */
export type Question = {
  readonly text: string
  readonly terms: readonly QuestionTerm[]
  readonly dictionary: string
}

/** Where a word was found: in a title, a heading, or anywhere; as a whole word, or as the beginning of one. */
const KINDS = { text: 1, heading: 2, title: 3 } as const
export type PostingKind = (typeof KINDS)[keyof typeof KINDS]

/** The sections with a word, in lists of equal length. */
export type Posting = {
  /** The position of the word in the question; -1 for sections with all of its words. */
  readonly n: number
  readonly kind: PostingKind
  readonly isWhole: boolean
  readonly spaces: readonly string[]
  readonly pages: readonly string[]
}

export type Postings = {
  /** Positions of the words that are not stop words. */
  readonly words: readonly number[]
  readonly postings: readonly Posting[]
}

/** Sections with a word that are looked at, of each kind. */
const MAX_SECTIONS_PER_WORD = 2_000

type PostingRow = {
  readonly n: number
  readonly kind: PostingKind | null
  readonly whole: boolean
  readonly spaces: string | null
  readonly pages: string | null
}

/** Where the words of a question are. Reads only indexes and the ids of sections, bounded for each word. */
export async function postingsOf(db: Db, scope: SearchScope, question: Question): Promise<Postings> {
  const { rows } =
    await sql<PostingRow>`${prepared} with ${termsOf(scope, question.terms, question.dictionary)},
    conjunction as materialized (
      select string_agg('(' || whole::text || ')', ' & ')::tsquery as whole from term having count(*) > 1
    ),
    posting as (
      ${lookup(scope, 'term', 'whole', KINDS.title)}
      union all ${lookup(scope, 'term', 'whole', KINDS.heading)}
      union all ${lookup(scope, 'term', 'whole', KINDS.text)}
      union all ${lookup(scope, 'term', 'beginning', KINDS.title)}
      union all ${lookup(scope, 'term', 'beginning', KINDS.heading)}
      union all ${lookup(scope, 'term', 'beginning', KINDS.text)}
      union all ${lookup(scope, 'conjunction', 'whole', KINDS.text)}
    )
    select term.n, null as kind, true as whole, null as spaces, null as pages from term
    union all select n, kind, whole, string_agg(space_id, ' '), string_agg(page_id, ' ')
    from posting group by n, kind, whole`.execute(db)
  const list = (packed: string | null) => (packed === null ? [] : packed.split(' '))
  return {
    words: rows.filter(({ kind }) => kind === null).map(({ n }) => n),
    postings: rows.flatMap(({ n, kind, whole, spaces, pages }) =>
      kind === null ? [] : [{ n, kind, isWhole: whole, spaces: list(spaces), pages: list(pages) }],
    ),
  }
}

/** The words of titles and headings have indexes of their own. */
const headingWords = sql`ts_filter(vector, '{a}')`

const inScope = ({ organizationId, spaceIds }: SearchScope): RawBuilder<unknown> =>
  sql`organization_id = ${organizationId} and space_id = any(array(select unnest(${[...spaceIds]}::text[])))`

function lookup(
  scope: SearchScope,
  from: 'term' | 'conjunction',
  query: 'whole' | 'beginning',
  kind: PostingKind,
): RawBuilder<unknown> {
  const words = sql.ref(`asked.${query}`)
  const condition =
    kind === KINDS.text
      ? sql`vector @@ ${words}`
      : sql`${headingWords} @@ ${words} and ordinal ${kind === KINDS.title ? sql`= 0` : sql`> 0`}`
  const number = from === 'term' ? sql`asked.n` : sql`-1`
  return sql`select ${number} as n, ${sql.lit(kind)} as kind, ${sql.lit(query === 'whole')} as whole, space_id, page_id
    from ${sql.table(from)} as asked cross join lateral (
      select space_id, page_id from (
        select space_id, page_id from page_section where ${inScope(scope)} and ${condition} offset 0
      ) as section limit ${sql.lit(MAX_SECTIONS_PER_WORD)}
    ) as found where ${words} is not null`
}

/** A page that may be among the results. */
export type Candidate = {
  readonly space: string
  readonly page: string
  /** The sections that the visitor sees, if the index also has others. */
  readonly visible?:
    | { readonly title: string; readonly description: string; readonly sections: readonly Section[] }
    | undefined
}

/** How well a section matches. Lists are in the order of the words of the question that are not stop words. */
export type SectionFit = {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  /** How often the text has each word, between 0 and 1. */
  readonly body: readonly number[]
  /** Whether the heading has each word: 1 as a whole, less as its beginning. */
  readonly heading: readonly number[]
  /** Words of the heading. */
  readonly headingLength: number
  /** Different words of the section. */
  readonly length: number
  /** Neighboring words of the question that are neighbors here. */
  readonly phrases: number
}

/** Sections that are compared in detail. */
const MAX_COMPARED = 1_500

type FitRow = Omit<SectionFit, 'body' | 'heading'> & { readonly body: string; readonly heading: string }

/** The sections of pages that have one of the words, and the pages themselves. */
export async function sectionFits(
  db: Db,
  scope: SearchScope,
  question: Question,
  candidates: readonly Candidate[],
): Promise<readonly SectionFit[]> {
  if (candidates.length === 0) return []
  const indexed = candidates.filter(({ visible }) => visible === undefined)
  const own = candidates.flatMap(({ space, page, visible }) => (visible ? [{ space, page, ...visible }] : []))
  const pairs = question.terms.slice(1).map(({ word }, index) => `${question.terms[index]?.word} ${word}`)
  const { rows } = await sql<FitRow>`${prepared} with ${termsOf(scope, question.terms, question.dictionary)},
    anyword as materialized (
      select string_agg('(' || coalesce(whole || beginning, whole)::text || ')', ' | ')::tsquery as query from term
    ),
    phrase as materialized (
      select query from (select phraseto_tsquery('english', unaccent(pair)) as query
        from unnest(${pairs}::text[]) as pair) as one where numnode(query) > 1
    ),
    -- A copy of the vector, so that it is decompressed once and not for every word.
    section as materialized (
      (select space_id, page_id, ordinal, title, ts_filter(vector, '{a, c}') as vector, ts_filter(vector, '{a}') as heading
      from unnest(${indexed.map(({ space }) => space)}::text[], ${indexed.map(({ page }) => page)}::text[])
        as wanted (space, page)
      cross join lateral (select * from page_section where organization_id = ${scope.organizationId}
        and space_id = wanted.space and page_id = wanted.page offset 0) as one
      where ordinal = 0 or vector @@ (select query from anyword)
      limit ${sql.lit(MAX_COMPARED)})
      union all
      select space_id, page_id, ordinal, title, vector, ts_filter(vector, '{a}') from (${sectionsAsVectors(own)}) as own
      where ordinal = 0 or vector @@ (select query from anyword)
    )
    select space_id as space, page_id as page, ordinal, fit.body, fit.headings as heading, length(vector)::integer as length,
      length(to_tsvector('english', unaccent(title)))::integer as "headingLength",
      (select count(*) from phrase where vector @@ phrase.query)::integer as phrases
    from section cross join lateral (select
      string_agg(round(greatest(ts_rank('{0, 1, 0, 0}', vector, stem),
        case when numnode(compound) > 0 then ts_rank('{0, 1, 0, 0}', vector, compound) end,
        case when beginning is not null then 0.6 * ts_rank('{0, 1, 0, 0}', vector, beginning) end)::numeric, 3)::text,
        ' ' order by n) as body,
      string_agg(case when heading @@ whole then '1'
        when beginning is not null and heading @@ beginning then '0.6' else '0' end, ' ' order by n)
        as headings
      from term) as fit`.execute(db)
  const numbers = (packed: string) => packed.split(' ').map(Number)
  return rows.map((row) => ({ ...row, body: numbers(row.body), heading: numbers(row.heading) }))
}

/** Which titles have which words of the question, in the order of the words that are not stop words. */
export async function titleFits(
  db: Db,
  scope: SearchScope,
  question: Question,
  titles: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (titles.length === 0) return new Map()
  const { rows } = await sql<{ title: string; fit: string }>`${prepared} with
    ${termsOf(scope, question.terms, question.dictionary)}
    select title, (select string_agg(case when words @@ whole then '1' else '0' end, ' ' order by n) from term) as fit
    from unnest(${[...titles]}::text[]) as title
    cross join lateral (select to_tsvector('english', unaccent(title)) || to_tsvector('simple', unaccent(title)) as words)
      as one`.execute(db)
  return new Map(rows.map(({ title, fit }) => [title, fit.split(' ').map(Number)]))
}

/** The content of a section. */
export type SectionText = {
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly text: string
}

/** Characters of a section that excerpts are taken from. */
const MAX_TEXT_LENGTH = 8_000

type SectionKey = { readonly space: string; readonly page: string; readonly ordinal: number }

/** The texts of sections, by `sectionKey`. */
export async function sectionTexts(
  db: Db,
  { organizationId }: SearchScope,
  keys: readonly SectionKey[],
): Promise<ReadonlyMap<string, SectionText>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<SectionKey & SectionText>`${prepared}
    select wanted.space, wanted.page, wanted.ordinal, anchor, title, left(body, ${MAX_TEXT_LENGTH}) as text
    from unnest(${keys.map(({ space }) => space)}::text[], ${keys.map(({ page }) => page)}::text[],
      ${keys.map(({ ordinal }) => ordinal)}::integer[]) as wanted (space, page, ordinal)
    cross join lateral (select anchor, title, body from page_section where organization_id = ${organizationId}
      and space_id = wanted.space and page_id = wanted.page and ordinal = wanted.ordinal offset 0) as one`.execute(
    db,
  )
  return new Map(rows.map((row) => [sectionKey(row), row]))
}

export const sectionKey = ({ space, page, ordinal }: SectionKey): string => `${space} ${page} ${ordinal}`
