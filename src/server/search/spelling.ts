import { sql } from 'kysely'
import { asJson, type Db } from '../db/client.ts'

export type SearchScope = { readonly organizationId: string; readonly spaceIds: readonly string[] }

/** Shorter words are similar to too many others. */
const MIN_LETTERS = 4
const MAX_LETTERS = 40
/** The maximum of candidates for one word. */
const MAX_CANDIDATES = 50

/**
 * Replaces the words of a query that no text of the spaces contains with words that have one letter more, less or
 * changed, or two characters swapped. Null if nothing is replaced. Words of scripts without spaces are not corrected.
 */
export async function correctSpelling(
  db: Db,
  searched: SearchScope,
  words: readonly string[],
): Promise<readonly string[] | null> {
  const unknown = await unknownWords(db, searched, words)
  const corrections = new Map<string, string>()
  for (const word of unknown) {
    const [best] = await similarWords(db, searched, word)
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

async function unknownWords(db: Db, { organizationId, spaceIds }: SearchScope, words: readonly string[]) {
  const candidates = [...new Set(words.map(folded))].filter((word) => {
    const { length } = [...word]
    return length >= MIN_LETTERS && length <= MAX_LETTERS && /^\p{Letter}+$/u.test(word)
  })
  const { rows } = await sql<{
    word: string
  }>`select input.word from unnest(${candidates}::text[]) as input (word)
    where not exists (select from search_word where organization_id = ${organizationId}
      and space_id = any(${[...spaceIds]}::text[]) and word = input.word collate "C")`.execute(db)
  return rows.map(({ word }) => word)
}

/** Indexed words that are one typo away, the likeliest first. */
async function similarWords(
  db: Db,
  { organizationId, spaceIds }: SearchScope,
  word: string,
): Promise<string[]> {
  const patterns = typoPatterns(word)
  const { rows } = await sql<{ word: string; rank: number }>`select candidate.word, min(typo.rank) as rank
    from jsonb_to_recordset(${asJson(patterns)}::jsonb) as typo (pattern text, rank integer)
    cross join lateral (select word from search_word where organization_id = ${organizationId}
      and space_id = any(${[...spaceIds]}::text[]) and word like typo.pattern limit ${MAX_CANDIDATES} offset 0) as candidate
    group by candidate.word order by 2, left(candidate.word, 1) <> ${word.slice(0, 1)}, candidate.word limit ${MAX_CANDIDATES}`.execute(
    db,
  )
  return rows.map((row) => row.word)
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
