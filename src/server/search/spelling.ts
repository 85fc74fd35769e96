import { sql } from 'kysely'
import { asJson, type Db } from '../db/client.ts'

export type SearchScope = { readonly organizationId: string; readonly spaceIds: readonly string[] }

/** Words of fewer letters are like too many others. */
const MIN_LETTERS = 4
const MAX_LETTERS = 40
/** Candidates that are looked at for one word. */
const MAX_CANDIDATES = 50

/**
 * The words of a question with those replaced that no text of the spaces has, by words that have one letter more or
 * less, another one, or two of them swapped. Null where nothing is to be replaced. Words of a script without spaces
 * have no letters in this sense.
 */
export async function correctSpelling(
  db: Db,
  searched: SearchScope,
  words: readonly string[],
): Promise<readonly string[] | null> {
  const unknown = await unknownWords(db, searched, words)
  const better = new Map<string, string>()
  for (const word of unknown) {
    const [best] = await similarWords(db, searched, word)
    if (best !== undefined) better.set(word, best)
  }
  if (better.size === 0) return null
  return words.map((word) => better.get(folded(word)) ?? word)
}

const folded = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .normalize('NFC')

async function unknownWords(db: Db, { organizationId, spaceIds }: SearchScope, words: readonly string[]) {
  const asked = [...new Set(words.map(folded))].filter((word) => {
    const { length } = [...word]
    return length >= MIN_LETTERS && length <= MAX_LETTERS && /^\p{Letter}+$/u.test(word)
  })
  const { rows } = await sql<{ word: string }>`select given.word from unnest(${asked}::text[]) as given (word)
    where not exists (select from search_word where organization_id = ${organizationId}
      and space_id = any(${[...spaceIds]}::text[]) and word = given.word collate "C")`.execute(db)
  return rows.map(({ word }) => word)
}

/** Known words that are one slip away, the likeliest first. */
async function similarWords(
  db: Db,
  { organizationId, spaceIds }: SearchScope,
  word: string,
): Promise<string[]> {
  const slips = typoPatterns(word)
  const { rows } = await sql<{ word: string; rank: number }>`select found.word, min(slip.rank) as rank
    from jsonb_to_recordset(${asJson(slips)}::jsonb) as slip (pattern text, rank integer)
    cross join lateral (select word from search_word where organization_id = ${organizationId}
      and space_id = any(${[...spaceIds]}::text[]) and word like slip.pattern limit ${MAX_CANDIDATES} offset 0) as found
    group by found.word order by 2, left(found.word, 1) <> ${word.slice(0, 1)}, found.word limit ${MAX_CANDIDATES}`.execute(
    db,
  )
  return rows.map((row) => row.word)
}

type TypoPattern = { readonly pattern: string; readonly rank: number }

/** Patterns of the words that could have been meant: letters swapped, one wrong, one missing, one too many. */
export function typoPatterns(word: string): TypoPattern[] {
  const letters = [...word]
  const joined = (...parts: readonly (readonly string[])[]) => parts.flat().join('')
  const slips: TypoPattern[] = []
  for (let at = 0; at <= letters.length; at++) {
    const [before, rest] = [letters.slice(0, at), letters.slice(at)]
    const [one = '', two = '', ...others] = rest
    if (rest.length > 1) slips.push({ pattern: joined(before, [two, one], others), rank: 0 })
    if (rest.length > 0) slips.push({ pattern: joined(before, ['_'], rest.slice(1)), rank: 1 })
    slips.push({ pattern: joined(before, ['_'], rest), rank: 1 })
    if (rest.length > 0) slips.push({ pattern: joined(before, rest.slice(1)), rank: 2 })
  }
  return slips
}
