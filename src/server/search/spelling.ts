import { type RawBuilder, sql } from 'kysely'
import { asJson, type Db, prepared } from '../db/client.ts'

/** The spaces whose words are known. */
export type SpellingScope = {
  readonly organizationId: string
  /** Begins each statement; ends with a common table expression. */
  readonly begin: RawBuilder<unknown>
  /** A condition on `space_id`. */
  readonly within: RawBuilder<unknown>
  /** Joins to `found` that leave only words of spaces that are searched; they end with a condition, if any. */
  readonly joins: RawBuilder<unknown>
}

/** Some spaces that are known to be searched. */
export const inSpaces = (organizationId: string, spaceIds: readonly string[]): SpellingScope => ({
  organizationId,
  begin: sql`${prepared} with searched as materialized (select ${[...spaceIds]}::text[] as ids)`,
  // An expression, so that each word is looked up by its letters: spaces have many more words than are similar.
  within: sql`space_id || '' = any((select ids from searched)::text[])`,
  joins: sql``,
})

/** Shorter words are similar to too many others. */
const MIN_LETTERS = 4
const MAX_LETTERS = 40
/** The maximum of candidates for one word. */
const MAX_CANDIDATES = 50

/**
 * Replaces the words of a query that no text of the spaces contains with words that have one letter more, less or
 * changed, or two characters swapped; long words may have two such typos. Null if nothing is replaced. Words of scripts without spaces are not corrected.
 */
export async function correctSpelling(
  db: Db,
  searched: SpellingScope,
  words: readonly string[],
): Promise<readonly string[] | null> {
  const unknown = await unknownWords(db, searched, words)
  const corrections = new Map<string, string>()
  for (const word of unknown) {
    const best = (await similarWords(db, searched, word))[0] ?? (await closestWord(db, searched, word))
    if (best !== undefined) corrections.set(word, best)
  }
  if (corrections.size === 0) return null
  return words.map((word) => corrections.get(folded(word)) ?? word)
}

const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .normalize('NFC')

async function unknownWords(db: Db, searched: SpellingScope, words: readonly string[]): Promise<string[]> {
  const candidates = [...new Set(words.map(folded))].filter((word) => {
    const { length } = [...word]
    return length >= MIN_LETTERS && length <= MAX_LETTERS && /^\p{Letter}+$/u.test(word)
  })
  if (candidates.length === 0) return []
  const { rows } = await sql<{ word: string }>`${searched.begin}
    select input.word from unnest(${candidates}::text[]) as input (word)
    where not exists (${foundWords(searched, sql`word = input.word collate "C"`)} limit 1)`.execute(db)
  return rows.map(({ word }) => word)
}

/** Words of the searched spaces. Each is found once per space. */
const foundWords = (
  { organizationId, within, joins }: SpellingScope,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select found.word from (
    select word, space_id from search_word where organization_id = ${organizationId} and ${within} and ${condition} offset 0
  ) as found ${joins}`

/** Indexed words that are one typo away, the likeliest first. */
async function similarWords(db: Db, searched: SpellingScope, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string; rank: number }>`${searched.begin}
    select candidate.word, min(typo.rank) as rank
    from jsonb_to_recordset(${asJson(typoPatterns(word))}::jsonb) as typo (pattern text, rank integer)
    cross join lateral (${foundWords(searched, sql`word like typo.pattern`)} limit ${MAX_CANDIDATES}) as candidate
    group by candidate.word order by 2, left(candidate.word, 1) <> ${word.slice(0, 1)}, candidate.word limit 1`.execute(
    db,
  )
  return rows.map((row) => row.word)
}

/** Words from this length may have two typos. */
const MIN_LETTERS_FOR_TWO_TYPOS = 8
const MAX_TYPOS = 2

/** The most similar word with two typos, for a long word. */
async function closestWord(db: Db, searched: SpellingScope, word: string): Promise<string | undefined> {
  const { length } = [...word]
  if (length < MIN_LETTERS_FOR_TWO_TYPOS) return undefined
  const isSimilar = sql`word % ${word} and length(word) between ${length - MAX_TYPOS} and ${length + MAX_TYPOS}`
  const { rows } = await sql<{ word: string }>`${searched.begin}
    select distinct candidate.word, similarity(candidate.word, ${word}) from (
      ${foundWords(searched, isSimilar)} limit ${MAX_SIMILAR_WORDS}
    ) as candidate order by 2 desc, 1`.execute(db)
  return rows.find((row) => editDistance(row.word, word) <= MAX_TYPOS)?.word
}

/** Similar words that are compared with a misspelled one. */
const MAX_SIMILAR_WORDS = 200

/** Letters to insert, remove, change or swap with the next until two words are equal. */
function editDistance(from: string, to: string): number {
  const target = [...to]
  const source = [...from]
  let before: readonly number[] = []
  let row = Array.from({ length: target.length + 1 }, (_, at) => at)
  for (const [index, character] of source.entries()) {
    const next = [index + 1]
    for (const [at, other] of target.entries()) {
      const changed = (row[at] ?? 0) + (character === other ? 0 : 1)
      const isSwapped = index > 0 && at > 0 && character === target[at - 1] && source[index - 1] === other
      const swapped = isSwapped ? (before[at - 1] ?? 0) + 1 : changed
      next.push(Math.min(changed, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}

type TypoPattern = { readonly pattern: string; readonly rank: number }

/** Patterns of possibly intended words: characters swapped, one wrong, one missing, one extra. */
export function typoPatterns(word: string): TypoPattern[] {
  const characters = [...word]
  const joined = (...parts: readonly (readonly string[])[]) => parts.flat().join('')
  const patterns: TypoPattern[] = []
  for (let at = 0; at <= characters.length; at++) {
    const [before, rest] = [characters.slice(0, at), characters.slice(at)]
    const [one = '', two = '', ...others] = rest
    if (rest.length > 1) patterns.push({ pattern: joined(before, [two, one], others), rank: 0 })
    if (rest.length > 0) patterns.push({ pattern: joined(before, ['_'], rest.slice(1)), rank: 1 })
    patterns.push({ pattern: joined(before, ['_'], rest), rank: 1 })
    if (rest.length > 0) patterns.push({ pattern: joined(before, rest.slice(1)), rank: 2 })
  }
  return patterns
}
