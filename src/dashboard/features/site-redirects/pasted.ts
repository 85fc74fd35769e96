import type { RedirectOfMany } from '#contract/site-redirects.ts'
import type { SiteParts } from '../../components/site-target/site-parts.ts'

/** A line that was pasted, and the redirect it is; null where it is none. */
export type PastedLine = {
  readonly line: number
  readonly source: string
  readonly to: string
  readonly redirect: RedirectOfMany | null
  readonly fault?: string
}

type Pair = { readonly line: number; readonly source: string; readonly to: string }

/** Separators of two columns: a tab, a comma, a semicolon, an arrow, or spaces. */
const between = /\t|\s*[,;]\s*|\s*(?:->|=>|→)\s*|\s+/

/**
 * Redirects out of a text: CSV, two columns, or the `redirects` of a `.gitbook.yaml`. An empty second column deletes.
 *
 * @param parts the site, in whose first space paths of a `.gitbook.yaml` stand
 */
export function redirectsIn(text: string, parts: SiteParts): PastedLine[] {
  const isYaml = /^redirects:\s*$/m.test(text)
  return (isYaml ? pairsOfYaml(text) : pairsOfColumns(text)).map((pair) => lineOf(pair, parts, isYaml))
}

function pairsOfColumns(text: string): Pair[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const row = raw.trim()
    if (row === '' || row.startsWith('#')) return []
    const [source = '', to = ''] = row.split(between).map(unquoted)
    const isHead = index === 0 && /^(source|from|old)$/i.test(source)
    return isHead ? [] : [{ line: index + 1, source, to }]
  })
}

/** The members below `redirects:`, as deep as the first of them. */
function pairsOfYaml(text: string): Pair[] {
  const lines = text.split(/\r?\n/)
  const begin = lines.findIndex((line) => /^redirects:\s*$/.test(line))
  const pairs: Pair[] = []
  for (const [index, raw] of lines.entries()) {
    if (index <= begin || raw.trim() === '' || raw.trim().startsWith('#')) continue
    if (!/^\s/.test(raw)) break
    const member = /^\s+(.+?):\s+(.*)$/.exec(raw) ?? /^\s+(.+?):\s*$/.exec(raw)
    if (member)
      pairs.push({ line: index + 1, source: unquoted(member[1] ?? ''), to: unquoted(member[2] ?? '') })
  }
  return pairs
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

function lineOf({ line, source: written, to }: Pair, parts: SiteParts, isYaml: boolean): PastedLine {
  const source = sourceOf(written)
  const known = { line, source, to }
  if (to === '') return { ...known, redirect: { source, destination: null } }
  if (/^https?:\/\//i.test(to))
    return { ...known, redirect: { source, destination: { kind: 'external', url: to } } }
  const [first] = parts.spaces
  if (!isYaml && !to.startsWith('/')) {
    return {
      ...known,
      redirect: null,
      fault: 'Give an address that begins with https:// or a path that begins with /',
    }
  }
  if (first === undefined)
    return { ...known, redirect: null, fault: 'The site has no space that could have this page' }
  return {
    ...known,
    redirect: { source, destination: { kind: 'path', spaceId: first.spaceId, path: pathOf(to) } },
  }
}

/** A source begins with a slash and ends without one; a whole address is taken by its path. */
function sourceOf(text: string): string {
  const path = text.replace(/^https?:\/\/[^/]+/i, '').replace(/[?#].*$/, '')
  return `/${path.replace(/^\.?\/+|\/+$/g, '').replaceAll(' ', '%20')}`
}

/** `./guide/README.md` is the page `guide`, `guide/start.md` is `guide/start`. */
const pathOf = (text: string): string =>
  text
    .replace(/[?#].*$/, '')
    .replace(/^(?:\.\/|\/)+/, '')
    .replace(/\.md$/i, '')
    .replace(/(?:^|\/)(?:readme|index)$/i, '')
    .replace(/\/+$/, '')
    .toLowerCase()
