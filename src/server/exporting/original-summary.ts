import { commonLines } from '#markup/common-lines.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { unescaped } from './titles.ts'

/**
 * A table of contents in which only the entries that changed since the import are new lines. `before` and `after` are
 * the tables that an export writes for the pages then and now, `original` is the file.
 */
export function editedSummary(original: string, before: string, after: string): string {
  if (before === after) return original
  const isWindows = original.includes('\r\n')
  const lines = original.replaceAll('\r\n', '\n').split('\n')
  const merged = mergedLines(lines, before.split('\n'), after.split('\n'), indentationOf(lines)).join('\n')
  return isWindows ? merged.replaceAll('\n', '\r\n') : merged
}

function mergedLines(
  original: readonly string[],
  before: readonly string[],
  after: readonly string[],
  indentation: number,
): string[] {
  const toOriginal = new Map(
    commonLines(
      before.map((line) => entryIn(line, 2)),
      original.map((line) => entryIn(line, indentation)),
    ),
  )
  const toAfter = new Map(commonLines(before, after))
  const styled = (line: string) => inStyleOf(original, line, indentation)
  const computed = computedLines(original)
  const result: string[] = []
  let [b, o, a] = [0, 0, 0]
  while (b < before.length || o < original.length || a < after.length) {
    let next = b
    while (next < before.length && !(toOriginal.has(next) && toAfter.has(next))) next++
    const nextO = toOriginal.get(next) ?? original.length
    const nextA = toAfter.get(next) ?? after.length
    const isSame =
      nextA - a === next - b && after.slice(a, nextA).every((line, index) => line === before[b + index])
    const run = original.slice(o, nextO)
    const remarks = run.filter((line, index) => computed.has(o + index) || isRemark(line))
    result.push(...(isSame ? run : [...after.slice(a, nextA).map(styled), ...remarks]))
    if (next < before.length) result.push(original[nextO] ?? '')
    ;[b, o, a] = [next + 1, nextO + 1, nextA + 1]
  }
  return result
}

/** The lines of entries that are a code block: they stand for pages that an export leaves out. */
function computedLines(lines: readonly string[]): ReadonlySet<number> {
  const computed = new Set<number>()
  let fence: string | undefined
  for (const [index, line] of lines.entries()) {
    const opened = fence === undefined ? /^\s*[-*+] +(```|~~~)/.exec(line)?.[1] : undefined
    if (fence !== undefined || opened !== undefined) computed.add(index)
    fence = fence !== undefined && line.trim() === fence ? undefined : (fence ?? opened)
  }
  return computed
}

/** In characters. Longer lines are no entries, and would take long to read. */
const MAX_LINE_LENGTH = 2_000

/** Lines that no page has put there, such as comments. */
const isRemark = (line: string): boolean =>
  line.trim() !== '' && !ENTRY.test(line.trim()) && !/^\s*(?:#|---|\*\*\*)/.test(line)

const ENTRY = /^( *)[-*+] +(.*)$/

const LINK = /^\[(.*)\]\((?:<([^<>]*)>|([^<>\s]*))(?: +"[^"]*")?\)/

/** The paths that entries lead to, without anchors. */
export const targetsIn = (original: string): string[] =>
  original.split('\n').flatMap((line) => {
    const entry =
      line.length > MAX_LINE_LENGTH ? undefined : ENTRY.exec(line.replaceAll('\t', ' ').trimEnd())?.[2]
    const [, , inBrackets, bare = ''] = LINK.exec(entry ?? '') ?? []
    const [path = ''] = percentDecoded(inBrackets ?? bare).split('#')
    return path === '' ? [] : [path]
  })

/** What an entry says, however it is written: its depth, its title and its file. */
function entryIn(line: string, indentation: number): string {
  if (line.length > MAX_LINE_LENGTH) return line
  const text = line.replaceAll('\t', ' '.repeat(indentation)).trimEnd()
  const [, space = '', entry] = ENTRY.exec(text) ?? []
  if (entry === undefined) return text.startsWith('#') ? plain(text) : text
  const [, title = entry, inBrackets, bare = ''] = LINK.exec(entry) ?? []
  const target = percentDecoded(inBrackets ?? bare).replace(/^\.?\//, '')
  return `${Math.round(space.length / indentation)} ${plain(title)} ${target}`
}

const plain = (text: string): string =>
  unescaped(
    text
      .replace(/<!--.*?-->|<[^<>]*>/g, '')
      .replace(/&(amp|lt|gt|quot|#x26|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  )
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  '#x26': '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
}

/** The spaces of one level: those of the first nested entry. */
const indentationOf = (lines: readonly string[]): number =>
  lines
    .map((line) => ENTRY.exec(line.replaceAll('\t', '    '))?.[1]?.length ?? 0)
    .find((count) => count > 0) ?? 2

/** A new line with the bullets and the indentation of the file. */
function inStyleOf(original: readonly string[], line: string, indentation: number): string {
  const [, space, entry] = ENTRY.exec(line) ?? []
  if (space === undefined || entry === undefined) return line
  const bullet =
    original.map((one) => /^\s*([-*+]\s+)\S/.exec(one)?.[1]).find((one) => one !== undefined) ?? '* '
  return ' '.repeat((space.length / 2) * indentation) + bullet + entry
}
