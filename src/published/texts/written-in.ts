/** A page of little text is read in the direction of what stands around it. */
const fewest = 40

/**
 * The language of a text in letters that run from right to left, `null` for one in other letters; undefined where
 * there are too few letters to tell. Names of products and of code in Latin letters stand in texts of all languages,
 * so that a third of its letters decides a text.
 */
export function writtenIn(text: string, least = fewest): string | null | undefined {
  const all = countOf(text, /\p{L}/gu)
  if (all < least) return undefined
  const hebrew = countOf(text, /\p{Script=Hebrew}/gu)
  const arabic = countOf(text, /\p{Script=Arabic}/gu)
  if ((hebrew + arabic) * 3 < all) return null
  return hebrew > arabic ? 'he' : languageInArabicLetters(text, arabic)
}

/** Letters that Urdu or Persian has and Arabic does without. */
function languageInArabicLetters(text: string, letters: number): string {
  const own = { ur: /[ٹڈڑےں]/g, fa: /[پچژگ]/g }
  if (countOf(text, own.ur) * 100 > letters) return 'ur'
  return countOf(text, own.fa) * 100 > letters ? 'fa' : 'ar'
}

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0
