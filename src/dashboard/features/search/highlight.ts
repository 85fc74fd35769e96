/** A piece of text, and whether it matches the query. */
export type Piece = { readonly text: string; readonly isMatch: boolean }

/** Folds case and accents, keeping the number of characters. */
const fold = (text: string): string =>
  [...text]
    .map((character) => character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() || character)
    .join('')

const isWordPart = /[\p{L}\p{N}]/u

/** Splits a text into matching and other pieces. Words match from their start; in scripts without spaces anywhere. */
export function highlight(text: string, query: string): Piece[] {
  const characters = [...text]
  const foldedCharacters = [...text].map((character) => fold(character))
  const words = [...new Set(fold(query).match(/[\p{L}\p{N}]+/gu) ?? [])]
  const matches = new Array<boolean>(characters.length).fill(false)
  for (const word of words) {
    for (const from of matchStarts(foldedCharacters, word)) {
      for (let at = from; at < from + [...word].length; at++) matches[at] = true
    }
  }
  return toPieces(characters, matches)
}

function matchStarts(foldedCharacters: readonly string[], word: string): number[] {
  const size = [...word].length
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
  const starts: number[] = []
  for (let from = 0; from + size <= foldedCharacters.length; from++) {
    if (isSpaced && from > 0 && isWordPart.test(foldedCharacters[from - 1] ?? '')) continue
    if (foldedCharacters.slice(from, from + size).join('') === word) starts.push(from)
  }
  return starts
}

function toPieces(characters: readonly string[], matches: readonly boolean[]): Piece[] {
  const pieces: { text: string; isMatch: boolean }[] = []
  characters.forEach((character, at) => {
    const isMatch = matches[at] ?? false
    const last = pieces.at(-1)
    if (last && last.isMatch === isMatch) last.text += character
    else pieces.push({ text: character, isMatch })
  })
  return pieces
}
