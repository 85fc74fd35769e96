import { type RawBuilder, sql } from 'kysely'
import { segmentWords } from './segmentation.ts'

/** The maximum of words in a query, and of characters in a word. */
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 200

/** A query without characters that the database cannot store. */
export const queryText = (query: string): string => query.replaceAll('\0', ' ').trim()

/** The words of a query to search for. */
export const queryWords = (query: string): readonly string[] =>
  segmentWords(queryText(query))
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))

/** An Arabic word without its article, or with it, quoted for a text search query; null for any other word. */
export const withOtherArticle = (word: RawBuilder<unknown>): RawBuilder<unknown> => sql`case
  when ${word} ~ '^ال[ء-ي]{2,}$' then quote_literal(substr(${word}, 3))
  when ${word} ~ '^[ء-ي]{2,}$' then quote_literal('ال' || ${word}) end`

/**
 * One row with two text search queries for all words: in `words` the last word matches as a prefix, in `exact` as a
 * whole. A word matches in its English stem and unchanged, and an Arabic one with and without its article; stop words and
 * punctuation such as “the” or “…” are ignored. The two characters with a meaning within quotes become dots, so that
 * every query is valid.
 */
export const tsQueryOf = (words: readonly string[]): RawBuilder<unknown> => sql`
  select
    string_agg('(' || case when position = ${words.length} then beginning else whole end::text || ')', ' & '
      order by position) filter (where numnode(case when position = ${words.length} then beginning else whole end) > 0
    )::tsquery as words,
    string_agg('(' || whole::text || ')', ' & ' order by position) filter (where numnode(whole) > 0)::tsquery as exact
  from unnest(${[...words]}::text[]) with ordinality as input (word, position)
  cross join lateral (select quote_literal(translate(unaccent(word), '\\''', '..')) as quoted,
    ${withOtherArticle(sql`unaccent(word)`)} as other) as q
  cross join lateral (select
    to_tsquery('english', quoted || ':*') || to_tsquery('simple', quoted || ':*')
      || coalesce(to_tsquery('simple', other || ':*'), '') as beginning,
    case when numnode(to_tsquery('english', quoted)) = 0 then ''::tsquery
      else to_tsquery('english', quoted) || to_tsquery('simple', quoted)
        || coalesce(to_tsquery('simple', other), '') end as whole
  ) as t`
