/** A piece of text, and whether it is what was looked for. */
export type Piece = { readonly text: string; readonly isHit: boolean }

/** Letters as they are compared: without case and accents, one for one. */
const folded = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() || letter).join('')

const isWordPart = /[\p{L}\p{N}]/u

/**
 * The text in pieces, those marked that begin with a word of the query, to the end of the word; in scripts without
 * spaces it is found within words too.
 */
export function marked(text: string, query: string): Piece[] {
  const letters = [...text]
  const low = [...text].map((letter) => folded(letter))
  const wanted = [...new Set(folded(query).match(/[\p{L}\p{N}]+/gu) ?? [])]
  const hits = new Array<boolean>(letters.length).fill(false)
  for (const word of wanted) {
    for (const from of placesOf(low, word)) {
      for (let at = from; at < from + [...word].length; at++) hits[at] = true
    }
  }
  return pieces(letters, hits)
}

function placesOf(low: readonly string[], word: string): number[] {
  const size = [...word].length
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
  const places: number[] = []
  for (let from = 0; from + size <= low.length; from++) {
    if (isSpaced && from > 0 && isWordPart.test(low[from - 1] ?? '')) continue
    if (low.slice(from, from + size).join('') === word) places.push(from)
  }
  return places
}

function pieces(letters: readonly string[], hits: readonly boolean[]): Piece[] {
  const found: { text: string; isHit: boolean }[] = []
  letters.forEach((letter, at) => {
    const isHit = hits[at] ?? false
    const last = found.at(-1)
    if (last && last.isHit === isHit) last.text += letter
    else found.push({ text: letter, isHit })
  })
  return found
}
