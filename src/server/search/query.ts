import { type RawBuilder, sql } from 'kysely'
import { segmentWords } from './segmentation.ts'

/** Most words of a question that are looked for, and most characters of one. */
const MAX_WORDS = 12
const MAX_WORD_LENGTH = 200

/** A question as the database can take it. */
export const queryText = (question: string): string => question.replaceAll('\0', ' ').trim()

/** The words of a question as they are looked for; none when there is nothing to look for. */
export const queryWords = (question: string): readonly string[] =>
  segmentWords(queryText(question))
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_WORD_LENGTH).join(''))

/**
 * All words together as queries of the database, one row: `words`, whose last word may be the beginning of one, and
 * `exact`, where it is whole. A word counts in its English form and as it is; one that means nothing to the database,
 * such as “the” or “…”, is passed over. The two signs that mean something inside of quotes become points, which mean
 * nothing; so there is no question that the database cannot read.
 */
export const tsQueryOf = (words: readonly string[]): RawBuilder<unknown> => sql`
  select
    string_agg('(' || case when place = ${words.length} then beginning else whole end::text || ')', ' & '
      order by place) filter (where numnode(case when place = ${words.length} then beginning else whole end) > 0
    )::tsquery as words,
    string_agg('(' || whole::text || ')', ' & ' order by place) filter (where numnode(whole) > 0)::tsquery as exact
  from unnest(${[...words]}::text[]) with ordinality as given (word, place)
  cross join lateral (select quote_literal(translate(unaccent(word), '\\''', '..')) as quoted) as q
  cross join lateral (select
    to_tsquery('english', quoted || ':*') || to_tsquery('simple', quoted || ':*') as beginning,
    case when numnode(to_tsquery('english', quoted)) = 0 then ''::tsquery
      else to_tsquery('english', quoted) || to_tsquery('simple', quoted) end as whole
  ) as t`
