/** A piece of a text; `isMatch` for a word that matches the search. */
export type TextPiece = { text: string; isMatch: boolean }

/** Splits a text at the words that begin with a word of the query, ignoring case. Runs in the browser, too. */
export function splitAtMatches(text: string, query: string): TextPiece[] {
  const pattern = patternOf(query)
  if (pattern === null) return [{ text, isMatch: false }]
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** Where the first such word begins, 0 without any. Does not look at the rest of the text. */
export const firstMatch = (text: string, query: string): number =>
  Math.max(0, text.search(patternOf(query) ?? /^/))

/** The last pattern: a query is matched against many texts. */
let last: { readonly query: string; readonly pattern: RegExp | null } | undefined

function patternOf(query: string): RegExp | null {
  if (last?.query === query) return last.pattern
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|')
  const pattern =
    words.length === 0 ? null : new RegExp(`((?<![\\p{L}\\p{N}])(?:${longestFirst})[\\p{L}\\p{N}]*)`, 'giu')
  last = { query, pattern }
  return pattern
}
