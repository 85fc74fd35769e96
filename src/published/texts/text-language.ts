/** Texts with fewer characters have the direction of the site. */
const MIN_CHARACTERS = 40

/**
 * The language of a text in a right-to-left script, null for other scripts, and undefined if there are too few characters.
 * A third of the characters is enough, because texts in all languages contain names and code in Latin script.
 */
export function rightToLeftLanguage(text: string, minCharacters = MIN_CHARACTERS): string | null | undefined {
  const all = countOf(text, /\p{L}/gu)
  if (all < minCharacters) return undefined
  const hebrew = countOf(text, /\p{Script=Hebrew}/gu)
  const arabic = countOf(text, /\p{Script=Arabic}/gu)
  if ((hebrew + arabic) * 3 < all) return null
  return hebrew > arabic ? 'he' : arabicScriptLanguage(text, arabic)
}

/** Urdu and Persian have characters that Arabic does not have. */
function arabicScriptLanguage(text: string, characters: number): string {
  const own = { ur: /[ٹڈڑےں]/g, fa: /[پچژگ]/g }
  if (countOf(text, own.ur) * 100 > characters) return 'ur'
  return countOf(text, own.fa) * 100 > characters ? 'fa' : 'ar'
}

const countOf = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0
