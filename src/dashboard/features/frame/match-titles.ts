import uFuzzy from '@leeoniya/ufuzzy'

/** A range of characters in a title. */
export type Span = { readonly from: number; readonly to: number }

export type TitleMatch = {
  /** Index of the title in the list. */
  readonly index: number
  readonly spans: readonly Span[]
  /** 0 at the start of the title, 1 at starts of words, 2 inside a word, 3 with a typo. */
  readonly rank: number
}

/** Letters of every script. One character of a longer term may be missing, extra, wrong or swapped. */
const fuzzy = new uFuzzy({
  unicode: true,
  intraMode: 1,
  interSplit: "[^\\p{L}\\p{N}']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\p{N}']",
  intraContr: "'\\p{L}{1,2}\\b",
})
/** Up to this many terms match in any order; more must be in the order of the title. */
const MAX_PERMUTED_TERMS = 4

/** The titles that contain every term of the query, without regard to case and accents; best match first. */
export function matchTitles(titles: readonly string[], query: string): TitleMatch[] {
  if (query.trim() === '') return titles.map((_, index) => ({ index, spans: [], rank: 0 }))
  const plainQuery = uFuzzy.latinize(query)
  const terms = fuzzy.split(plainQuery)
  const plainTitles = uFuzzy.latinize([...titles])
  const [, info, order] = fuzzy.search(plainTitles, plainQuery, MAX_PERMUTED_TERMS, Number.POSITIVE_INFINITY)
  if (!info || !order) return []
  return order
    .map((at) => ({
      index: info.idx[at] ?? 0,
      spans: spansOf(info.ranges[at] ?? []),
      rank: rankOf(info, at, terms),
    }))
    .sort((a, b) => a.rank - b.rank)
}

function rankOf(info: uFuzzy.Info, at: number, terms: readonly string[]): number {
  const exactLength = info.chars[at] ?? 0
  if (exactLength < terms.reduce((sum, term) => sum + term.length, 0)) return 3
  const wordStarts = (info.interLft1[at] ?? 0) + (info.interLft2[at] ?? 0)
  if (wordStarts < terms.length) return 2
  return info.start[at] === 0 ? 0 : 1
}

/** `[0, 3, 5, 8]` as spans. */
const spansOf = (ranges: readonly number[]): Span[] =>
  ranges.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: ranges[at + 1] ?? from }] : []))
