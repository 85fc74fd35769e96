const spellings: [RegExp, string][] = [
  [/&/g, ' and '],
  [/</g, ' less than '],
  [/>/g, ' greater than '],
  [/['’`´]/g, ''],
  [/ß/g, 'ss'],
  [/æ/g, 'ae'],
  [/œ/g, 'oe'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
  [/đ/g, 'd'],
  [/ð/g, 'd'],
  [/þ/g, 'th'],
  [/ı/g, 'i'],
]

/** In UTF-16 code units, as the contract counts. */
const MAX_SLUG_LENGTH = 100

/** Letters without upper case, marks and numbers, the same as in the contract's `pathSegment`. */
const notInSlug = /[^\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}._]+/gu

/** The anchor of a heading: `^[-a-z0-9.+_]+$`, or `section` if no character of the heading is allowed. */
export function anchorOf(heading: string): string {
  return toDashes(withoutMarks(heading), /[^a-z0-9.+_]+/g) || 'section'
}

/**
 * Other forms of an anchor that begins with a digit: other tools put `id-` before it, and some leave out its dots.
 */
export function anchorAliases(anchor: string): string[] {
  if (!/^\d/.test(anchor)) return []
  const withoutDots = anchor.replaceAll('.', '').replace(/-{2,}/g, '-')
  return [...new Set([`id-${anchor}`, `id-${withoutDots}`])]
}

/**
 * The slug of a title, at most 100 characters in lower case, or `page` if nothing remains. Latin letters lose their
 * accents; letters of other scripts stay as they are, in the composed form (NFC).
 */
export const slugOf = (title: string): string => slugFrom(withLettersOfAnyScript(title), notInSlug) || 'page'

/** A slug for a place that allows only ASCII: `^[a-z0-9]+([-_.][a-z0-9]+)*$`, or `otherwise` if nothing remains. */
export const asciiSlugOf = (title: string, otherwise: string): string =>
  slugFrom(withoutMarks(title), /[^a-z0-9._]+/g) || otherwise

/** `slug`, or the first of `slug-1`, `slug-2` … that is not taken; at most 100 characters. */
export function uniqueSlug(slug: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(slug)) return slug
  for (let count = 1; ; count++) {
    const suffix = `-${count}`
    const candidate = `${trimSeparators(shortened(slug, MAX_SLUG_LENGTH - suffix.length))}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

const slugFrom = (text: string, others: RegExp): string =>
  trimSeparators(shortened(toDashes(text, others).replace(/[-_.]{2,}/g, '-'), MAX_SLUG_LENGTH))

const withoutMarks = (text: string): string =>
  text
    .slice(0, 1000)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')

/**
 * Compatibility forms are resolved only for Latin letters, signs and numbers: the Thai vowel `ำ`, for example, would
 * become another spelling. Marks remain only on letters of other scripts, so that emoji leave nothing behind.
 */
function withLettersOfAnyScript(text: string): string {
  const plain = text
    .slice(0, 1000)
    .toWellFormed()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[^\p{L}\p{M}]|\p{Script=Latin}|\p{Script=Common}/gu, (sign) => sign.normalize('NFKD'))
    .toLowerCase()
  const hasMarks = /^(?!\p{Script=Latin})\p{L}$/u
  return plain
    .normalize('NFD')
    .replace(/([^\p{M}]?)(\p{M}+)/gu, (whole, base: string) => (hasMarks.test(base) ? whole : base))
    .normalize('NFC')
}

function toDashes(text: string, others: RegExp): string {
  const spelled = spellings.reduce((result, [sign, word]) => result.replace(sign, word), text)
  return trimSeparators(spelled.replace(others, '-').replace(/-{2,}/g, '-'))
}

/** Never cut within a character, or between a letter and its marks. */
function shortened(slug: string, length: number): string {
  if (slug.length <= length) return slug
  const start = slug.slice(0, length)
  const isWhole = /^[^\p{M}\uDC00-\uDFFF]/u.test(slug.slice(length)) && start.isWellFormed()
  return isWhole ? start : start.toWellFormed().replace(/[^\p{M}]\p{M}*$/u, '')
}

const trimSeparators = (slug: string) => slug.replace(/^[-_.+]+/, '').replace(/[-_.+]+$/, '')
