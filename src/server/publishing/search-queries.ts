import { type RawBuilder, sql } from 'kysely'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { operationAnchor } from '#markup/api-blocks.ts'
import type { Db } from '../db/client.ts'
import { queryText, queryWords, tsQueryOf } from '../search/query.ts'

/** A place that was found: a heading with its text, or with ordinal 0 the page itself. */
export type Hit = {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly text: string
  /** How well it answers the question. */
  readonly rank: number
}

/** Most characters of a section that an excerpt is cut from. */
const textRead = 8_000

/** Places that are weighed finely for one that is answered; which they are is told by numbers alone. */
const weighedForOne = 4

/** What a title with the words in it is worth beyond its text. */
const named = (likeness: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when named is null then 0 else 1 + ${likeness} end`

/**
 * The places that hold every word of a question, best first; the last word may be the beginning of one. A page whose
 * title holds them all comes before others. Empty when the question has no word in it.
 */
export async function hitsOf(
  db: Db,
  { organizationId, spaceIds }: { readonly organizationId: string; readonly spaceIds: readonly string[] },
  question: string,
  limit: number,
): Promise<readonly Hit[]> {
  const words = queryWords(question)
  if (words.length === 0) return []
  const text = queryText(question)
  const { rows } = await sql<Hit>`
    with question as materialized (${tsQueryOf(words)}),
    place as (
      select section.space_id, section.page_id, section.ordinal, ts_rank(section.vector, question.words, 1) as said,
        case when section.ordinal = 0 and ts_filter(section.vector, '{a}') @@ question.words
          then section.title end as named
      from question join page_section section on section.vector @@ question.words
      where section.organization_id = ${organizationId} and section.space_id = any(${[...spaceIds]}::text[])
    ),
    near as (
      select * from place order by said + ${named(sql`length(${text}::text)::float8
        / greatest(length(${text}::text), length(named), 1)`)} desc, page_id, ordinal
      limit ${limit * weighedForOne}
    ),
    hit as (
      select *, said + ${named(sql`similarity(named, ${text})`)} as rank from near
      order by rank desc, page_id, ordinal limit ${limit}
    )
    select hit.space_id as space, hit.page_id as page, hit.ordinal, section.anchor, section.title,
      left(section.body, ${textRead}) as text, hit.rank::float8 as rank
    from hit join page using (space_id, page_id)
    cross join lateral (select anchor, title, body from page_section where organization_id = ${organizationId}
      and space_id = hit.space_id and page_id = hit.page_id and ordinal = hit.ordinal offset 0) as section
    where page.organization_id = ${organizationId} and not page.hidden and not page.no_index
    order by hit.rank desc, hit.page_id, hit.ordinal`.execute(db)
  return rows
}

type OperationRow = Omit<Hit, 'anchor' | 'title'> & {
  readonly method: ApiOperation['method']
  readonly path: string
  readonly summary: string | null
}

/** Operations of APIs by their words, on the pages that show them, the best first; as `hitsOf` answers places. */
export async function operationHitsOf(
  db: Db,
  { organizationId, spaceIds }: { readonly organizationId: string; readonly spaceIds: readonly string[] },
  question: string,
  limit: number,
): Promise<readonly Hit[]> {
  const words = queryWords(question)
  if (words.length === 0) return []
  const { rows } = await sql<OperationRow>`
    with question as materialized (${tsQueryOf(words)}),
    shown as materialized (
      select id, slug, source_url from openapi_spec spec where organization_id = ${organizationId}
        and exists (select from page_link link where link.organization_id = ${organizationId}
          and link.kind = 'openapi' and link.target_id is not null
          and only_indexed(link.target_id) in (spec.slug, spec.source_url)
          and link.space_id = any(${[...spaceIds]}::text[]))
    ),
    said as (
      select one.*, ts_rank(one.vector, question.words, 1) as rank
      from question join openapi_operation one on one.vector @@ question.words
      where one.organization_id = ${organizationId} and one.spec_id in (select id from shown)
      order by rank desc, one.spec_id, one.ordinal limit ${mostOperations}
    )
    select link.space_id as space, link.page_id as page, ${afterSections}::integer + link.ordinal as ordinal,
      said.method, said.path, said.summary, said.rank::float8 as rank,
      left(concat_ws(E'\n', upper(said.method) || ' ' || said.path, said.model ->> 'description',
        ${parameterWords}), ${textRead}) as text
    from said join shown spec on spec.id = said.spec_id
    join page_link link on link.organization_id = ${organizationId} and link.kind = 'openapi'
      and link.target_id is not null and only_indexed(link.target_id) in (spec.slug, spec.source_url)
      and link.anchor = said.method || ' ' || said.path and link.space_id = any(${[...spaceIds]}::text[])
    join page on page.organization_id = ${organizationId} and page.space_id = link.space_id
      and page.page_id = link.page_id and not page.hidden and not page.no_index
    order by said.rank desc, link.page_id, link.ordinal limit ${limit}`.execute(db)
  return rows.map(({ method, path, summary, ...row }) => ({
    ...row,
    anchor: operationAnchor({ method, path }),
    title: summary ?? `${method.toUpperCase()} ${path}`,
  }))
}

/** Operations that are looked for on pages: a specification has more of them than a site shows. */
const mostOperations = 1_000

/** Sections of a page have smaller numbers. */
const afterSections = 1_000_000

const parameterWords = sql`(select string_agg(concat_ws(': ', one -> 'part' ->> 'name', one -> 'part' ->> 'description'), E'\n')
  from json_array_elements(said.model -> 'parameters') as given (one))`

/** Pages whose titles are like some words, the most like first. */
export async function pagesLike(
  db: Db,
  { organizationId, spaceIds }: { readonly organizationId: string; readonly spaceIds: readonly string[] },
  words: string,
  limit: number,
): Promise<readonly { readonly space: string; readonly page: string }[]> {
  const { rows } = await sql<{ space: string; page: string }>`
    select space_id as space, page_id as page from page_section
    where organization_id = ${organizationId} and space_id = any(${[...spaceIds]}::text[])
      and ordinal = 0 and title % ${words}
    order by similarity(title, ${words}) desc, page_id limit ${limit}`.execute(db)
  return rows
}
