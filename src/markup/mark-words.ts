/** A piece of a text; `hit` when it is a word that was searched for. */
export type Piece = { text: string; hit: boolean }

/** Cuts a text at the words that begin with a searched word, in whatever case. Runs in the browser too. */
export function markWords(text: string, query: string): Piece[] {
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return [{ text, hit: false }]
  const longestFirst = [...words].sort((one, other) => other.length - one.length).join('|')
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${longestFirst})[\\p{L}\\p{N}]*)`, 'giu')
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
