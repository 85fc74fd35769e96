import { commonLines } from './common-lines.ts'

/** A region in which two lists differ: `[from, count]` on each side. */
export type Region = { readonly before: readonly [number, number]; readonly after: readonly [number, number] }

/** The regions in which two lists of lines or words differ, in order. `commonLines` bounds the effort. */
export function diffRegions(before: readonly string[], after: readonly string[]): Region[] {
  const regions: Region[] = []
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of [...commonLines(before, after), [before.length, after.length] as const]) {
    if (nextA > a || nextB > b) regions.push({ before: [a, nextA - a], after: [b, nextB - b] })
    a = nextA + 1
    b = nextB + 1
  }
  return regions
}
