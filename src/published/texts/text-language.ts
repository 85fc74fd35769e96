/** Texts with fewer letters have the direction of the site. */
const MIN_LETTERS = 40

/**
 * The language of a text in a right-to-left script, null for other scripts, and undefined if there are too few letters.
 * A third of the letters is enough, because texts in all languages contain names and code in Latin letters.
 */
export function rightToLeftLanguage(text: string, minLetters = MIN_LETTERS): string | null | undefined {
  const all = countOf(text, /\p{L}/gu)
  if (all < minLetters) return undefined
  const hebrew = countOf(text, /\p{Script=Hebrew}/gu)
  const arabic = countOf(text, /\p{Script=Arabic}/gu)
  if ((hebrew + arabic) * 3 < all) return null
  return hebrew > arabic ? 'he' : arabicScriptLanguage(text, arabic)
}

/** Urdu and Persian have letters that Arabic does not have. */
function arabicScriptLanguage(text: string, letters: number): string {
  const own = { ur: /[ٹڈڑےں]/g, fa: /[پچژگ]/g }
  if (countOf(text, own.ur) * 100 > letters) return 'ur'
  return countOf(text, own.fa) * 100 > letters ? 'fa' : 'ar'
}

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0
