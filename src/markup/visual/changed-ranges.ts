import { diffRegions } from '../diff.ts'

/** A range of a text, and the range that replaces it in another text. */
export type ChangedRange = {
  readonly from: number
  readonly to: number
  readonly newFrom: number
  readonly newTo: number
}

/** The ranges of whole lines in which two texts differ, in order. */
export function changedRanges(before: string, after: string): ChangedRange[] {
  const start = lineStart(before, commonStart(before, after))
  const end = commonEnd(before, after, start)
  const [old, next] = [linesOf(before, start, end), linesOf(after, start, end)]
  const [oldAt, nextAt] = [offsetsOf(old, start), offsetsOf(next, start)]
  return diffRegions(old, next).map(({ before: [b, removed], after: [a, added] }) => ({
    from: oldAt[b] ?? 0,
    to: oldAt[b + removed] ?? 0,
    newFrom: nextAt[a] ?? 0,
    newTo: nextAt[a + added] ?? 0,
  }))
}

/** Slices of this length are compared as a whole, which is faster than by character. */
const CHUNK = 1024

/** The length of the text with which both begin. */
export function commonStart(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at + CHUNK <= length && a.slice(at, at + CHUNK) === b.slice(at, at + CHUNK)) at += CHUNK
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

const lineStart = (text: string, at: number): number => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

/** The length of the whole lines with which both end, after the lines with which they begin. */
function commonEnd(a: string, b: string, start: number): number {
  const length = Math.min(a.length, b.length) - start
  let count = 0
  const chunkOf = (text: string) => text.slice(text.length - count - CHUNK, text.length - count)
  while (count + CHUNK <= length && chunkOf(a) === chunkOf(b)) count += CHUNK
  while (count < length && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++
  const isWhole = (text: string) => text.length - count === start || text[text.length - count - 1] === '\n'
  if (isWhole(a) && isWhole(b)) return count
  const line = a.indexOf('\n', a.length - count)
  return line < 0 ? 0 : a.length - line - 1
}

const linesOf = (text: string, start: number, end: number): string[] =>
  text.length - end === start ? [] : text.slice(start, text.length - end).split(/(?<=\n)/)

function offsetsOf(lines: readonly string[], start: number): number[] {
  const offsets = [start]
  for (const [index, line] of lines.entries()) offsets.push((offsets[index] ?? 0) + line.length)
  return offsets
}
