import { type RawBuilder, sql } from 'kysely'
import { cutText } from '#markup/cut-text.ts'
import type { Section } from '#markup/sections.ts'
import { asJson, type Db, type Tx } from '../db/client.ts'
import type { WritePart } from '../db/write-together.ts'
import { segmentWords } from './segmentation.ts'

/** The searchable parts of a page: title, description, and the text split at headings. */
export type SearchablePage = {
  readonly page: string
  readonly title: string
  readonly description: string
  readonly sections: readonly Section[]
}

type SpaceScope = { readonly organizationId: string; readonly spaceId: string }

/** Longer sections are stored but not searched completely: a tsvector is limited to one megabyte. */
const MAX_CHARACTERS = 100_000

const columns = sql`as input (page_id text, ordinal integer, anchor text, title text, body text,
  heading text, words text)`

/**
 * Titles and headings weigh more than text. English words are stemmed, which does not harm other languages, because
 * queries are stemmed the same way; headings are also included unstemmed, for prefixes.
 */
const vector = sql`setweight(to_tsvector('english', unaccent(heading)), 'A')
  || setweight(to_tsvector('simple', unaccent(heading)), 'A')
  || setweight(to_tsvector('english', unaccent(words)), 'C')`

/**
 * The statements that index these pages, which are not in the index yet. The first section of a page represents the page
 * itself.
 */
export const indexWrites = (at: SpaceScope, pages: readonly SearchablePage[]): (readonly WritePart[])[] =>
  Array.from(inBatches(pages.flatMap(sectionRowsOf)), (batch) => sectionParts(at, batch))

/** Adds sections, and their words for spelling correction. Words that no longer occur are not removed. */
const sectionParts = (at: SpaceScope, batch: readonly Row[]): readonly WritePart[] => [
  {
    name: 'new_section',
    query: sql`materialized (select * from jsonb_to_recordset(${asJson(batch)}::jsonb) ${columns})`,
  },
  {
    name: 'added_sections',
    query: sql`(insert into page_section (organization_id, space_id, page_id, ordinal, anchor, title, body, vector)
      select ${at.organizationId}, ${at.spaceId}, page_id, ordinal, anchor, title, body, ${vector}
      from new_section)`,
  },
  {
    name: 'added_words',
    query: sql`(insert into search_word (organization_id, space_id, word)
      select ${at.organizationId}, ${at.spaceId}, words.word
      from (select distinct ${LEXEME} as word ${lexemesIn(sql`new_section`)}) as words
      where not exists (select from search_word where organization_id = ${at.organizationId}
        and space_id = ${at.spaceId} and word = words.word offset 0)
      on conflict do nothing)`,
  },
]

const LEXEME = sql`lexeme collate "C"`

const lexemesIn = (input: RawBuilder<unknown>) => sql`from ${input}
  cross join lateral unnest(to_tsvector('simple', unaccent(heading || ' ' || words))) as lexemes
  where length(lexeme) between 4 and 40 and lexeme !~ '[0-9./_:@-]'`

/** Words of these pages that are missing for spelling correction; for the check of the projections. */
export async function wrongWords(
  db: Db | Tx,
  at: SpaceScope,
  pages: readonly SearchablePage[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select distinct ${LEXEME} as word
    ${lexemesIn(sql`jsonb_to_recordset(${asJson(pages.flatMap(sectionRowsOf))}::jsonb) ${columns}`)}
      and not exists (select from search_word where organization_id = ${at.organizationId}
        and space_id = ${at.spaceId} and word = ${LEXEME})
    limit 100`.execute(db)
  return rows.map(({ word }) => word)
}

/** Keys of sections of these pages that are missing, differ, or should not exist; for the check of the projections. */
export async function wrongSections(
  db: Db | Tx,
  at: SpaceScope,
  pages: readonly SearchablePage[],
): Promise<string[]> {
  const { rows } = await sql<{ page_id: string; ordinal: number }>`
    select coalesce(want.page_id, have.page_id) as page_id, coalesce(want.ordinal, have.ordinal) as ordinal
    from (select page_id, ordinal, anchor, title, body, ${vector} as vector
      from jsonb_to_recordset(${asJson(pages.flatMap(sectionRowsOf))}::jsonb) ${columns}) as want
    full join (select * from page_section where organization_id = ${at.organizationId}
      and space_id = ${at.spaceId} and page_id = any(${pages.map(({ page }) => page)}::text[])) as have
      on have.page_id = want.page_id and have.ordinal = want.ordinal
    where (want.title, want.anchor, want.body, want.vector)
      is distinct from (have.title, have.anchor, have.body, have.vector)
    limit 100`.execute(db)
  return rows.map((row) => `${row.page_id}/${row.ordinal}`)
}

/** Sections that are not in the index, as rows like those of the index. */
export const sectionsAsVectors = (
  pages: readonly (Omit<SearchablePage, 'page'> & { readonly space: string; readonly page: string })[],
): RawBuilder<unknown> => sql`select space_id, page_id, ordinal, title, ${vector} as vector
  from jsonb_to_recordset(${asJson(pages.flatMap((page) => sectionRowsOf(page).map((row) => ({ ...row, space_id: page.space }))))}::jsonb)
  as input (space_id text, page_id text, ordinal integer, title text, heading text, words text)`

type Row = {
  readonly page_id: string
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly body: string
  readonly heading: string
  readonly words: string
}

/** The sections of a page as they are indexed. */
export const sectionRowsOf = ({ page, title, description, sections }: SearchablePage): Row[] =>
  sections.map((section, ordinal) => {
    const body = ordinal === 0 ? [description, section.text].filter(Boolean).join('\n') : section.text
    const heading = ordinal === 0 ? title : section.title
    return {
      page_id: page,
      ordinal,
      anchor: section.anchor || null,
      title: heading,
      body,
      heading: segmentWords(heading),
      words: segmentWords(cutText(body, MAX_CHARACTERS)),
    }
  })

function* inBatches(rows: readonly Row[]): Generator<readonly Row[]> {
  let batch: Row[] = []
  let size = 0
  for (const row of rows) {
    batch.push(row)
    size += row.body.length
    if (batch.length < 1000 && size < 1_000_000) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
