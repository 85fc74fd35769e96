import type { BulkRedirect } from '#contract/site-redirects.ts'
import type { SiteOutline } from '../../components/site-target/target.ts'
import { sourceOf } from './source.ts'

/** A pasted line and its redirect; null if it is not one. */
export type PastedLine = {
  readonly line: number
  readonly source: string
  readonly to: string
  readonly redirect: BulkRedirect | null
  readonly error?: string
  /** Parts of both addresses that a redirect can’t contain, such as `?id=5`. */
  readonly omitted?: readonly string[]
}

type Pair = {
  readonly line: number
  readonly source: string
  readonly to: string
  /** Absent if the text doesn’t say. */
  readonly permanent?: boolean
}

/**
 * Separates two columns: a tab, an arrow, a comma, a semicolon or spaces. The first that a line contains counts. Only the
 * last begins with spaces: a search for them from each space of a long line would take the square of its length.
 */
const separators = [/\t/, /->|=>|→/, /[,;](?=\s*(?:$|["']?(?:[./]|https?:)))/i, /\s*[,;]\s*|\s+/] as const

/**
 * Parses redirects from a text: CSV, two columns, or the `redirects` of a `.gitbook.yaml`. An empty second column
 * deletes a redirect.
 *
 * @param parts the site; paths of a `.gitbook.yaml` are pages of its first space, others begin with section and space
 */
export function parseRedirects(text: string, parts: SiteOutline): PastedLine[] {
  const isYaml = /^redirects:\s*$/m.test(text)
  return (isYaml ? parseYaml(text) : parseColumns(text)).map((pair) => parseLine(pair, parts, isYaml))
}

function parseColumns(text: string): Pair[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const row = raw.trim()
    if (row === '' || row.startsWith('#')) return []
    const [source = '', to = '', status = ''] = columnsOf(row)
    const isHeader = index === 0 && /^(source|from|old)\b/i.test(source)
    const permanent = /^30[1278]$/.test(status) ? { permanent: /[18]$/.test(status) } : {}
    return isHeader ? [] : [{ line: index + 1, source, to, ...permanent }]
  })
}

/** The first columns of a line, and the rest. In quotes, a column can contain separators. */
function columnsOf(row: string, most = 4): string[] {
  if (most === 1) return [row]
  const [, quoted, afterQuoted = ''] = /^"((?:[^"]|"")*)"(?:\s*(?:[,;]|->|=>|→)|\s|$)\s*(.*)$/.exec(row) ?? []
  if (quoted !== undefined)
    return [quoted.replaceAll('""', '"'), ...(afterQuoted ? columnsOf(afterQuoted, most - 1) : [])]
  const separator = separators.find((one) => one.test(row))
  const match = separator?.exec(row)
  if (!match) return [unquoted(row)]
  const rest = row.slice(match.index + match[0].length).trimStart()
  return [unquoted(row.slice(0, match.index)), ...columnsOf(rest, most - 1)]
}

/** The entries below `redirects:`. */
function parseYaml(text: string): Pair[] {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^redirects:\s*$/.test(line))
  const pairs: Pair[] = []
  for (const [index, raw] of lines.entries()) {
    if (index <= start || raw.trim() === '' || raw.trim().startsWith('#')) continue
    if (!/^\s/.test(raw)) break
    const member = /^\s+(.+?):\s+(.*)$/.exec(raw) ?? /^\s+(.+?):\s*$/.exec(raw)
    if (member)
      pairs.push({ line: index + 1, source: unquoted(member[1] ?? ''), to: unquoted(member[2] ?? '') })
  }
  return pairs
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

function parseLine(
  { line, source: rawSource, to: rawTo, permanent }: Pair,
  parts: SiteOutline,
  isYaml: boolean,
): PastedLine {
  const source = sourceOf(rawSource.replace(/[?#].*$/, ''))
  const isAddress = /^https?:\/\//i.test(rawTo)
  const omitted = [rawSource, isAddress ? '' : rawTo].flatMap((text) => /[?#].+$/.exec(text) ?? [])
  const pair = { line, source, to: rawTo, ...(omitted.length > 0 ? { omitted } : {}) }
  if (rawTo === '') return { ...pair, redirect: { source, destination: null } }
  const captureWildcard = source.endsWith('*') && /\/(?:\*|:splat)$/.test(rawTo)
  const to = captureWildcard ? rawTo.replace(/(?:\*|:splat)$/, '') : rawTo
  const settings = {
    source,
    ...(captureWildcard ? { captureWildcard } : {}),
    ...(permanent === undefined ? {} : { permanent }),
  }
  if (isAddress) return { ...pair, redirect: { ...settings, destination: { kind: 'external', url: to } } }
  const [first] = parts.spaces
  if (!isYaml && !to.startsWith('/')) {
    return {
      ...pair,
      redirect: null,
      error: 'Enter an address that starts with https:// or a path that starts with /',
    }
  }
  if (first === undefined)
    return { ...pair, redirect: null, error: 'No space on this site has a page at this address' }
  const path = pagePath(to)
  const destination = isYaml ? inSpace(first, path) : destinationAt(path, parts)
  return { ...pair, redirect: { ...settings, destination: destination ?? inSpace(first, path) } }
}

type Destination = NonNullable<BulkRedirect['destination']>
type Space = SiteOutline['spaces'][number]

const inSpace = ({ spaceId }: Space, path: string): Destination => ({ kind: 'path', spaceId, path })

/** The section, the space or the page with an address on the site; undefined if no section or space begins it. */
function destinationAt(path: string, { sections, spaces }: SiteOutline): Destination | undefined {
  const begun = sections.find((one) => isBelow(path, one.path))
  const section = begun ?? sections.find(({ isDefault }) => isDefault)
  const rest = begun ? restOf(path, begun.path) : path
  if (section && rest === '') return { kind: 'site-section', siteSectionId: section.id }
  const siblings = spaces.filter(({ sectionId }) => sectionId === section?.id)
  const named = siblings.find((one) => !one.isDefault && isBelow(rest, one.path))
  if (named) return inSpace(named, restOf(rest, named.path))
  const start = siblings.find(({ isDefault }) => isDefault)
  return start && inSpace(start, rest)
}

const isBelow = (path: string, start: string): boolean =>
  start !== '' && (path === start || path.startsWith(`${start}/`))
const restOf = (path: string, start: string): string => path.slice(start.length).replace(/^\/+/, '')

/** `./guide/README.md` is the page `guide`, `guide/start.md` is `guide/start`. */
const pagePath = (text: string): string =>
  text
    .replace(/[?#].*$/, '')
    .replace(/^(?:\.\/|\/)+/, '')
    .replace(/\.md$/i, '')
    .replace(/(?:^|\/)(?:readme|index)$/i, '')
    .replace(/\/+$/, '')
    .toLowerCase()
