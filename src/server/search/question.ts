import { type RawBuilder, sql } from 'kysely'
import { asJson } from '../db/client.ts'
import { queryWords, withOtherArticle } from './query.ts'

/** Where to search. */
export type SearchScope = { readonly organizationId: string; readonly spaceIds: readonly string[] }

/** A word of a question that pages are ranked by. */
export type QuestionTerm = {
  readonly word: string
  /** The word and its neighbors as one word, such as `timeout` for `time out`. */
  readonly joined: readonly string[]
  /** Says what the reader wants rather than what about; pages without it are as good. */
  readonly isWeak: boolean
  /** The reader may still be typing it. */
  readonly isLast: boolean
}

/** Words of requests that the stop words of the database do not include. */
const WEAK_WORDS = new Set(
  'able allow allowed allows anyone anything best could difference different does every find get gets getting give go going help i’d i’m i’ve id im ive keep know let like lot make makes making may mean means might must need needs often please possible possibly properly put right say see set shall show since someone something still supposed tell there thing things try trying us use used uses using want wants way ways whats whether without work works would'.split(
    ' ',
  ),
)

/** The words of a question, at most twelve. Which of them are stop words is known to the database. */
export function questionTerms(question: string): readonly QuestionTerm[] {
  const words = queryWords(question.replace(/[’']/g, "'"))
  const plain = words.map((word) => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  const isTyping = /[\p{L}\p{N}]$/u.test(question)
  return words.map((word, index) => ({
    word,
    joined: [plain[index - 1], plain[index + 1]].flatMap((other, side) =>
      isJoinable(other) && isJoinable(plain[index])
        ? [side === 0 ? `${other}${plain[index]}` : `${plain[index]}${other}`]
        : [],
    ),
    isWeak: WEAK_WORDS.has((plain[index] ?? '').replaceAll("'", '')),
    isLast: isTyping && index === words.length - 1,
  }))
}

const isJoinable = (word: string | undefined): word is string =>
  word !== undefined && /^\p{Script=Latin}{2,20}$/u.test(word)

/** Snowball dictionaries of PostgreSQL, which know the stop words of a language. */
const DICTIONARIES: Readonly<Record<string, string>> = {
  ar: 'arabic_stem',
  da: 'danish_stem',
  de: 'german_stem',
  es: 'spanish_stem',
  fi: 'finnish_stem',
  fr: 'french_stem',
  hu: 'hungarian_stem',
  it: 'italian_stem',
  nb: 'norwegian_stem',
  nl: 'dutch_stem',
  no: 'norwegian_stem',
  pt: 'portuguese_stem',
  ru: 'russian_stem',
  sv: 'swedish_stem',
  tr: 'turkish_stem',
}

/** The dictionary with the stop words of a language, besides English. */
export const dictionaryOf = (language: string): string =>
  DICTIONARIES[language.split('-')[0] ?? ''] ?? 'english_stem'

/**
 * A common table expression `term` with a row for each word that is not a stop word: its number `n`, and text search
 * queries for the whole word in its English stem and unchanged (`whole`), its stem alone (`stem`), which is all that
 * texts contain, the same for the word joined with its neighbors (`compound`), and its beginning (`beginning`) for the word that is being typed. Words with punctuation are found in
 * one piece, in parts, and joined if the spaces have the joined word.
 */
export const termsOf = (
  { organizationId, spaceIds }: SearchScope,
  terms: readonly QuestionTerm[],
  dictionary: string,
): RawBuilder<unknown> => sql`
  term as materialized (
    select n::integer - 1 as n, whole, stem, compound, case when typing then beginning end as beginning
    from rows from (
      jsonb_to_recordset(${asJson(terms.map(({ word, joined, isLast }) => ({ word, joined, typing: isLast })))}::jsonb)
        as (word text, joined jsonb, typing boolean)
    ) with ordinality as input (word, joined, typing, n)
    cross join lateral (select unaccent(word) as plain, quote_literal(translate(unaccent(word), '\\''', '..')) as quoted,
      ${withOtherArticle(sql`unaccent(word)`)} as other) as q
    cross join lateral (select regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g') as spaced) as s
    cross join lateral (select coalesce(string_agg(quote_literal(unaccent(one)), ' | '), '') as either
      from jsonb_array_elements_text(joined) as one
      where exists (select from search_word where organization_id = ${organizationId}
        and space_id = any(${[...spaceIds]}::text[]) and search_word.word = one)) as j
    cross join lateral (select
      to_tsquery('english', quoted) || plainto_tsquery('english', spaced)
        || plainto_tsquery('english', replace(spaced, ' ', '')) || coalesce(to_tsquery('simple', other), '') as stem,
      to_tsquery('english', either) as compound,
      to_tsquery('simple', quoted) || to_tsquery('simple', either) as unchanged,
      to_tsquery('english', quoted || ':*') || to_tsquery('simple', quoted || ':*')
        || coalesce(to_tsquery('simple', other || ':*'), '') as beginning
    ) as t
    cross join lateral (select stem || compound || unchanged as whole) as w
    where numnode(to_tsquery('english', quoted)) > 0
      and ts_lexize(${dictionary}::regdictionary, lower(plain)) is distinct from '{}'
  )`
