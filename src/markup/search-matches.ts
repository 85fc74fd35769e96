/** A piece of a text; `isMatch` for a word that matches the search. */
export type TextPiece = { text: string; isMatch: boolean }

/** Splits a text at the words that begin with a word of the query, ignoring case. Runs in the browser, too. */
export function splitAtMatches(text: string, query: string): TextPiece[] {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return [{ text, isMatch: false }]
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|')
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${longestFirst})[\\p{L}\\p{N}]*)`, 'giu')
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
