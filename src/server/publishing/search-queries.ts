import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { wordsIn } from '../search/words.ts'

/** A place that was found: a heading with its text, or with ordinal 0 the page itself. */
export type Hit = {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly text: string
}

/** Most characters of a section that an excerpt is cut from. */
const textRead = 8_000

/** Most words of a question that are looked for. */
const mostWords = 12

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
  const words = wordsIn(question).split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (words.length === 0) return []
  const { rows } = await sql<Hit>`
    with question as materialized (${questionOf(words)}),
    hit as (
      select section.*, ts_rank(section.vector, question.words, 1) + case
        when section.ordinal = 0 and to_tsvector('english', unaccent(section.title)) @@ question.words
        then 1 + similarity(section.title, ${question}) else 0 end as rank
      from question join page_section section on section.vector @@ question.words
      where section.organization_id = ${organizationId} and section.space_id = any(${[...spaceIds]}::text[])
      order by rank desc, section.page_id, section.ordinal limit ${limit}
    )
    select hit.space_id as space, hit.page_id as page, hit.ordinal, hit.anchor, hit.title,
      left(hit.body, ${textRead}) as text
    from hit join page using (organization_id, space_id, page_id)
    where not page.hidden and not page.no_index
    order by hit.rank desc, hit.page_id, hit.ordinal`.execute(db)
  return rows
}

/**
 * All words together as one query of the database. A word counts in its English form and as it is; one that means
 * nothing to the database, such as “the” or “…”, is passed over. The two signs that mean something inside of quotes
 * become points, which mean nothing.
 */
const questionOf = (words: readonly string[]): RawBuilder<unknown> => sql`
  select string_agg('(' || term::text || ')', ' & ' order by place)::tsquery as words
  from unnest(${[...words]}::text[]) with ordinality as given (word, place)
  cross join lateral (select quote_literal(translate(unaccent(word), '\\''', '..')) as quoted) as q
  cross join lateral (select case
    when place = ${words.length} then to_tsquery('english', quoted || ':*') || to_tsquery('simple', quoted || ':*')
    when numnode(to_tsquery('english', quoted)) = 0 then ''::tsquery
    else to_tsquery('english', quoted) || to_tsquery('simple', quoted)
  end as term) as t
  where numnode(term) > 0`

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
