import { diffRegions, type Region } from '#markup/diff.ts'

/** A run of words: on both sides, or only on one. */
export type Part = { readonly kind: 'same' | 'del' | 'ins'; readonly text: string }

/** Words, numbers with fractions, whitespace, and single characters. */
export const tokensOf = (text: string): string[] =>
  text.match(/\s+|\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}_]+(?:[’']\p{L}+)*|[\s\S]/gu) ?? []

/** Beyond this, both sides count as wholly different: comparing word by word would take too long. */
const mostTokens = 6000

const isSpace = (token: string): boolean => /^\s+$/.test(token)

/** Where two lists of tokens differ. Changes with only space between them are one. */
export function regionsOf(before: readonly string[], after: readonly string[]): Region[] {
  if (before.length > mostTokens || after.length > mostTokens) {
    return [{ before: [0, before.length], after: [0, after.length] }]
  }
  const merged: Region[] = []
  for (const region of diffRegions(before, after)) {
    const last = merged.at(-1)
    const from = last ? last.after[0] + last.after[1] : 0
    const between = after.slice(from, region.after[0])
    if (last && between.every(isSpace)) merged[merged.length - 1] = joined(last, region)
    else merged.push(region)
  }
  return merged.map((region) => trimmed(region, before, after))
}

/** Without the space that both sides of it end with. */
function trimmed(region: Region, before: readonly string[], after: readonly string[]): Region {
  const [[was, gone], [is, come]] = [region.before, region.after]
  const isShared = gone > 0 && come > 0 && before[was + gone - 1] === after[is + come - 1]
  return isShared ? { before: [was, gone - 1], after: [is, come - 1] } : region
}

const joined = (a: Region, b: Region): Region => ({
  before: [a.before[0], b.before[0] + b.before[1] - a.before[0]],
  after: [a.after[0], b.after[0] + b.after[1] - a.after[0]],
})

/** Two texts laid over each other word by word. */
export function wordDiff(before: string, after: string): Part[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const parts: Part[] = []
  const add = (kind: Part['kind'], tokens: string[]) => {
    if (tokens.length > 0) parts.push({ kind, text: tokens.join('') })
  }
  let at = 0
  for (const region of regionsOf(old, now)) {
    const [from, count] = region.after
    add('same', now.slice(at, from))
    add('del', old.slice(region.before[0], region.before[0] + region.before[1]))
    add('ins', now.slice(from, from + count))
    at = from + count
  }
  add('same', now.slice(at))
  return parts
}

const wordsOf = (text: string): string[] => tokensOf(text).filter((token) => /[\p{L}\p{N}]/u.test(token))

/** How similar two texts are, from 0 to 1, by their words in any order. */
export function similarity(before: string, after: string): number {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length + now.length === 0) return before.trim() === after.trim() ? 1 : 0
  const left = new Map<string, number>()
  for (const token of old) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of now) {
    const count = left.get(token) ?? 0
    if (count > 0) common++
    left.set(token, count - 1)
  }
  return (2 * common) / (old.length + now.length)
}
