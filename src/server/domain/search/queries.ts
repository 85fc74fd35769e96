import { type RawBuilder, sql } from 'kysely'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import { type Db, prepared } from '../../db/client.ts'
import { type CandidateScope, hitsAmong, sectionHits, titleSimilarity } from '../../search/candidates.ts'
import {
  inMillionths,
  type PackedHits,
  type PageHit,
  packedHits,
  pagesOf,
  type SpaceHit,
  spacesOf,
  unpackHits,
} from '../../search/hits.ts'
import { inSpace } from '../../search/large-spaces.ts'
import { tsQueryOf } from '../../search/query.ts'
import type { SpellingScope } from '../../search/spelling.ts'

/** Sections with the words in their text that are looked at: enough for the pages of a space, or the best of each space. */
const MAX_TEXTS_OF_SPACE = 5_000
const MAX_TEXTS = 2_000
/** Sections with a word of a query whose words are in different sections of a page, per word. */
const MAX_TERM_HITS = 20_000
/** Spaces whose titles match. */
const MAX_NAMED_SPACES = 1_000
/** Characters of a section that are read for an excerpt. */
const MAX_SECTION_TEXT = 8_000

export type SearchQuery = {
  readonly text: string
  readonly terms: readonly string[]
  /** The words may be in different sections of a page. */
  readonly across?: boolean
}

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

/** The best sections with one of the words each, on the pages that contain all of them. */
const hitsAcrossPages = (
  { organizationId, within, joins }: CandidateScope,
  { text, terms }: SearchQuery,
): RawBuilder<unknown> => sql`
  term_hit as materialized (
    ${sql.join(
      terms.map(
        (
          term,
          index,
        ) => sql`(select ${index}::integer as term_index, section.place, section.space_id, section.page_id, section.ordinal, section.size
          from (${tsQueryOf([term])}) as word cross join lateral (
            select ctid as place, space_id, page_id, ordinal, pg_column_size(vector) as size from page_section
            where vector @@ word.words and organization_id = ${organizationId} and ${within} offset 0) as section
          ${joins} limit ${MAX_TERM_HITS})`,
      ),
      sql` union all `,
    )}
  ),
  matching as (
    select distinct on (place) place, space_id, page_id, ordinal, 0 as tier, size, null::text as title
    from term_hit where (space_id, page_id) in (
      select space_id, page_id from term_hit group by space_id, page_id having count(distinct term_index) = ${terms.length}
    )
  ),
  ${hitsAmong(organizationId, text)}`

const hitsIn = (scope: CandidateScope, searchQuery: SearchQuery): RawBuilder<unknown> => sql`
  query as materialized (${tsQueryOf(searchQuery.terms)}),
  ${searchQuery.across ? hitsAcrossPages(scope, searchQuery) : sectionHits(scope, searchQuery.text)}`

/**
 * The matching spaces that a viewer may see, best first, each with all of its pages that were looked at. Titles of
 * spaces match too. The access rule is part of the query.
 */
export async function findInOrganization(
  db: Db,
  viewer: Viewer,
  searchQuery: SearchQuery,
): Promise<readonly SpaceHit[]> {
  const { organizationId } = viewer
  const scope = {
    organizationId,
    within: sql`true`,
    joins: visibleSpaces(viewer, sql`section.space_id`),
    maxTexts: MAX_TEXTS,
  }
  const { rows } = await sql<
    PackedHits & { readonly named: Record<string, number> | null }
  >`${withAccess(viewer)},
  ${hitsIn(scope, searchQuery)},
  named_space as (
    select s.id, s.title from query cross join lateral (
      select id from space s where organization_id = ${organizationId} and deleted_at is null
        and ${matchesTitle(searchQuery)} offset 0
    ) as named ${visibleSpaces(viewer, sql`named.id`)}
    order by length(s.title), s.id limit ${MAX_NAMED_SPACES}
  )
  select packed.*, (select json_object_agg(s.id, ${inMillionths(spaceScore(searchQuery.text))})
    from named_space s cross join query) as named
  from (${packedHits}) as packed`.execute(db)
  const named = new Map(Object.entries(rows[0]?.named ?? {}))
  return spacesOf(pagesOf(unpackHits(rows[0])), named)
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

/** The words of the spaces that a viewer may see. */
export const visibleWords = (viewer: Viewer): SpellingScope => ({
  organizationId: viewer.organizationId,
  begin: withAccess(viewer),
  within: sql`true`,
  joins: visibleSpaces(viewer, sql`found.space_id`),
})

/** The matching pages of one space, best first. */
export async function findInSpace(
  db: Db,
  { organizationId, spaceId }: { readonly organizationId: string; readonly spaceId: string },
  searchQuery: SearchQuery,
): Promise<readonly PageHit[]> {
  const scope = {
    organizationId,
    within: await inSpace(db, spaceId),
    joins: sql``,
    maxTexts: MAX_TEXTS_OF_SPACE,
  }
  const { rows } = await sql<PackedHits>`${prepared} with
  ${hitsIn(scope, searchQuery)}
  ${packedHits}`.execute(db)
  return pagesOf(unpackHits(rows[0]))
}

/** A shown section with its page and space. Parts that were deleted in the meantime are null. */
export type ShownSection = {
  readonly space: string
  readonly spaceTitle: string
  readonly page: string | null
  readonly pageTitle: string
  readonly path: string | null
  readonly description: string | null
  readonly nested: boolean
  readonly ordinal: number | null
  readonly title: string
  readonly anchor: string | null
  readonly text: string
}

/** Identifies a section; null parts for a space alone. */
export type SectionKey = {
  readonly space: string
  readonly page: string | null
  readonly ordinal: number | null
}

/** What results show of these sections, in their order, without spaces that were deleted in the meantime. */
export async function shownSections(
  db: Db,
  organizationId: string,
  keys: readonly SectionKey[],
): Promise<readonly ShownSection[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ShownSection>`${prepared}
    select input.space, space.title as "spaceTitle", page.page_id as page, page.title as "pageTitle", page.path,
      page.description, page.parent_id is not null as nested, section.ordinal, section.title, section.anchor, section.text
    from unnest(${keys.map(({ space }) => space)}::text[], ${keys.map(({ page }) => page)}::text[],
      ${keys.map(({ ordinal }) => ordinal)}::integer[]) with ordinality as input (space, page, ordinal, position)
    cross join lateral (select title from space where organization_id = ${organizationId} and id = input.space
      and deleted_at is null offset 0) as space
    left join lateral (select page_id, parent_id, title, path, description from page
      where organization_id = ${organizationId} and space_id = input.space and page_id = input.page offset 0) as page on true
    left join lateral (select ordinal, title, anchor, left(body, ${MAX_SECTION_TEXT}) as text from page_section
      where organization_id = ${organizationId} and space_id = input.space and page_id = input.page
        and ordinal = input.ordinal offset 0) as section on true
    order by input.position`.execute(db)
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
