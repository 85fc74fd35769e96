import { sql } from 'kysely'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { operationAnchor } from '#markup/api-blocks.ts'
import { type Db, prepared } from '../db/client.ts'
import { headingScore } from '../search/candidates.ts'
import { queryWords, tsQueryOf } from '../search/query.ts'

/** An API operation that matches, as a section of a page. */
export type Hit = {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly text: string
  readonly rank: number
}

/** Characters of a section that excerpts are taken from. */
const MAX_TEXT_LENGTH = 8_000

type OperationRow = Omit<Hit, 'anchor' | 'title'> & {
  readonly method: ApiOperation['method']
  readonly path: string
  readonly summary: string | null
}

/** API operations with all words of a query, on the pages that show them, best first. */
export async function operationHitsOf(
  db: Db,
  { organizationId, spaceIds }: { readonly organizationId: string; readonly spaceIds: readonly string[] },
  query: string,
  limit: number,
): Promise<readonly Hit[]> {
  const words = queryWords(query)
  if (words.length === 0) return []
  const { rows } = await sql<OperationRow>`${prepared} with query as materialized (${tsQueryOf(words)}),
    shown as materialized (
      select id, slug, source_url from openapi_spec spec where organization_id = ${organizationId}
        and exists (select from page_link link where link.organization_id = ${organizationId}
          and link.kind = 'openapi' and link.target_id is not null
          and only_indexed(link.target_id) in (spec.slug, spec.source_url)
          and link.space_id = any(${[...spaceIds]}::text[]))
    ),
    matching as (
      select one.*, ${headingScore(sql`one.vector`)} as rank
      from query join openapi_operation one on one.vector @@ query.words
      where one.organization_id = ${organizationId} and one.spec_id in (select id from shown)
      order by rank desc, one.spec_id, one.ordinal limit ${MAX_OPERATIONS}
    )
    select link.space_id as space, link.page_id as page, ${FIRST_OPERATION_ORDINAL}::integer + link.ordinal as ordinal,
      matching.method, matching.path, matching.summary, matching.rank::float8 as rank,
      left(concat_ws(E'\n', upper(matching.method) || ' ' || matching.path, matching.model ->> 'description',
        ${parameterWords}), ${MAX_TEXT_LENGTH}) as text
    from matching join shown spec on spec.id = matching.spec_id
    join page_link link on link.organization_id = ${organizationId} and link.kind = 'openapi'
      and link.target_id is not null and only_indexed(link.target_id) in (spec.slug, spec.source_url)
      and link.anchor = matching.method || ' ' || matching.path and link.space_id = any(${[...spaceIds]}::text[])
    join page on page.organization_id = ${organizationId} and page.space_id = link.space_id
      and page.page_id = link.page_id and not page.hidden and not page.no_index
    order by matching.rank desc, link.page_id, link.ordinal limit ${limit}`.execute(db)
  return rows.map(({ method, path, summary, ...row }) => ({
    ...row,
    anchor: operationAnchor({ method, path }),
    title: summary ?? `${method.toUpperCase()} ${path}`,
  }))
}

/** Matching operations that are looked up on pages; a specification has more than a site shows. */
const MAX_OPERATIONS = 1_000

/** Ordinals of operations start here, after those of sections. */
export const FIRST_OPERATION_ORDINAL = 1_000_000

const parameterWords = sql`(select string_agg(concat_ws(': ', one -> 'part' ->> 'name', one -> 'part' ->> 'description'), E'\n')
  from json_array_elements(matching.model -> 'parameters') as parameters (one))`

/** Pages whose titles are similar to these words, most similar first. */
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
