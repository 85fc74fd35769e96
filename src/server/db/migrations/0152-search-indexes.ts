// Purpose: search looks up titles and headings in indexes of their own, before texts, and titles of spaces too.
import { type Kysely, sql } from 'kysely'

/** The words of a title; immutable, so that they can be indexed: the dictionaries never change. */
const titleWords = sql`create function search_title_words(title text) returns tsvector
  language sql immutable strict parallel safe
  begin atomic
    select to_tsvector('english', unaccent(title)) || to_tsvector('simple', unaccent(title));
  end`

/** Indexes by name. Search finds the same without them, only more slowly. */
export const SEARCH_INDEXES: Readonly<Record<string, string>> = {
  page_section_by_title_word: `page_section using gin (ts_filter(vector, '{a}')) where ordinal = 0`,
  page_section_by_heading_word: `page_section using gin (ts_filter(vector, '{a}')) where ordinal > 0`,
  space_by_title_word: 'space using gin (search_title_words(title))',
}

/** Above this, indexes are created while the service runs, because writes would wait for this migration too long. */
export const MAX_SECTIONS_IN_MIGRATION = 200_000

export async function up(db: Kysely<unknown>): Promise<void> {
  await titleWords.execute(db)
  const { rows } = await sql`select from page_section limit 1 offset ${MAX_SECTIONS_IN_MIGRATION}`.execute(db)
  if (rows.length > 0) return
  for (const [name, definition] of Object.entries(SEARCH_INDEXES)) {
    await sql.raw(`create index ${name} on ${definition}`).execute(db)
  }
}
