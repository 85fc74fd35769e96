import type { Root } from 'mdast'
import { plainTextOf } from './text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** How many words a reader finds on a page; text without spaces, such as Japanese, is counted by its words too. */
export function wordsOf(root: Root): number {
  let count = 0
  for (const segment of segmenter.segment(plainTextOf(root))) if (segment.isWordLike) count++
  return count
}
