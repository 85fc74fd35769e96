import { diffRegions } from '#markup/diff.ts'

/** A range of a text before a change, and what it becomes. */
export type TextChange = { readonly from: number; readonly to: number; readonly insert: string }

/** Words and single other characters. Combining marks belong to the word. */
const TOKENS = /[\p{L}\p{N}\p{M}_]+|[\s\S]/gu
const LINES = /[^\n]*\n|[^\n]+/g

/** The whole words that differ between two texts, in order. */
export function wordChanges(before: string, after: string): TextChange[] {
  if (before === after) return []
  return regionsOf(before, after, LINES).flatMap((lines) =>
    regionsOf(before.slice(lines.from, lines.to), lines.insert, TOKENS).map(({ from, to, insert }) => ({
      from: lines.from + from,
      to: lines.from + to,
      insert,
    })),
  )
}

function regionsOf(before: string, after: string, parts: RegExp): TextChange[] {
  const [a, b] = [before.match(parts) ?? [], after.match(parts) ?? []]
  const [starts, startsAfter] = [offsetsOf(a), offsetsOf(b)]
  return diffRegions(a, b).map((region) => {
    const [at, count] = region.before
    const [atAfter, countAfter] = region.after
    const insert = after.slice(startsAfter[atAfter], startsAfter[atAfter + countAfter])
    return { from: starts[at] ?? 0, to: starts[at + count] ?? before.length, insert }
  })
}

/** Where each part begins, and where the last one ends. */
function offsetsOf(parts: readonly string[]): number[] {
  let end = 0
  return [0, ...parts.map((part) => (end += part.length))]
}

/** The letters that differ between two texts, in order: less is replaced under the cursors of others. */
export const textChanges = (before: string, after: string): TextChange[] =>
  wordChanges(before, after).map((change) => trimmed(before, change))

/** A change without the letters at its ends that stay. */
function trimmed(text: string, { from, to, insert }: TextChange): TextChange {
  const removed = text.slice(from, to)
  const limit = Math.min(removed.length, insert.length)
  let start = 0
  while (start < limit && removed[start] === insert[start]) start++
  if (isHighSurrogate(removed, start - 1)) start--
  let end = 0
  while (end < limit - start && removed.at(-1 - end) === insert.at(-1 - end)) end++
  if (end > 0 && isHighSurrogate(removed, removed.length - end - 1)) end--
  return { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) }
}

/** Whether a position has the first half of a character of two units, which must not be torn apart. */
const isHighSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800
