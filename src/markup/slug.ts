const words: [RegExp, string][] = [
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

/** The anchor of a heading: `^[-a-z0-9.+_]+$`, `section` when no letter of the heading can be written so. */
export function anchorOf(heading: string): string {
  return dashed(heading, /[^a-z0-9.+_]+/g) || 'section'
}

/** The slug of a title: `^[a-z0-9]+([-_.][a-z0-9]+)*$`, at most 100 characters, `page` when nothing is left. */
export function slugOf(title: string): string {
  const slug = dashed(title, /[^a-z0-9._]+/g).replace(/[-_.]{2,}/g, '-')
  return trimmed(slug.slice(0, 100)) || 'page'
}

/** `slug`, or the first of `slug-1`, `slug-2` … that is not taken; at most 100 characters. The set is left as it is. */
export function uniqueSlug(slug: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(slug)) return slug
  for (let count = 1; ; count++) {
    const suffix = `-${count}`
    const candidate = `${trimmed(slug.slice(0, 100 - suffix.length))}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

function dashed(text: string, others: RegExp): string {
  const lower = text
    .slice(0, 1000)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
  const spelled = words.reduce((result, [sign, word]) => result.replace(sign, word), lower)
  return trimmed(spelled.replace(others, '-').replace(/-{2,}/g, '-'))
}

const trimmed = (slug: string) => slug.replace(/^[-_.+]+/, '').replace(/[-_.+]+$/, '')
