/** A piece of a text; `isMatch` for a word that matches the search. */
export type TextPiece = { text: string; isMatch: boolean }

/** Splits a text at the words that begin as a word of the query does, ignoring case. Runs in the browser, too. */
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

/** Words of questions that occur in any text. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from how i if in into is it my of on or that the there this to we what when where which who why with you your'.split(
    ' ',
  ),
)

/** The words of a query without stop words, unless there are no others, and without endings of English. */
function wordsOf(query: string): readonly string[] {
  const all = query.match(/[\p{L}\p{N}]+/gu) ?? []
  const words = all.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
  return (words.length > 0 ? words : all).map((word) =>
    word.replace(
      /^(\w{5,}?)(?:ations?|at(?:ing|ed|es?)|ings?|ments?|ions?|ie[sd]|e[sd]|s|e)$|(?<=^\w{3,4})s$/i,
      '$1',
    ),
  )
}

function patternOf(query: string): RegExp | null {
  if (last?.query === query) return last.pattern
  const words = wordsOf(query)
  const longestFirst = words.toSorted((a, b) => b.length - a.length).join('|')
  const pattern =
    words.length === 0 ? null : new RegExp(`((?<![\\p{L}\\p{N}])(?:${longestFirst})[\\p{L}\\p{N}]*)`, 'giu')
  last = { query, pattern }
  return pattern
}
