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

/** The anchor of a heading: `^[-a-z0-9.+_]+$`, or `section` if no character of the heading is allowed. */
export function anchorOf(heading: string): string {
  return toDashes(heading, /[^a-z0-9.+_]+/g) || 'section'
}

/** The slug of a title: `^[a-z0-9]+([-_.][a-z0-9]+)*$`, at most 100 characters, or `page` if nothing remains. */
export function slugOf(title: string): string {
  const slug = toDashes(title, /[^a-z0-9._]+/g).replace(/[-_.]{2,}/g, '-')
  return trimSeparators(slug.slice(0, 100)) || 'page'
}

/** `slug`, or the first of `slug-1`, `slug-2` … that is not taken; at most 100 characters. */
export function uniqueSlug(slug: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(slug)) return slug
  for (let count = 1; ; count++) {
    const suffix = `-${count}`
    const candidate = `${trimSeparators(slug.slice(0, 100 - suffix.length))}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

function toDashes(text: string, others: RegExp): string {
  const lower = text
    .slice(0, 1000)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
  const spelled = spellings.reduce((result, [sign, word]) => result.replace(sign, word), lower)
  return trimSeparators(spelled.replace(others, '-').replace(/-{2,}/g, '-'))
}

const trimSeparators = (slug: string) => slug.replace(/^[-_.+]+/, '').replace(/[-_.+]+$/, '')
