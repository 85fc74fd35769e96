import { mergeLines } from '#markup/merge-lines.ts'

/** A merged run of one or more lines, or the lines of a conflict. */
export type MergedTextRun =
  | { readonly text: string }
  | {
      readonly base: readonly string[]
      readonly theirs: readonly string[]
      readonly ours: readonly string[]
      /** Number of the first line in `theirs`, from 1. */
      readonly line: number
    }

/** Longer texts are merged as a whole. */
const MAX_LINES = 20_000

type Texts = { readonly base: string; readonly theirs: string; readonly ours: string }

/** Three-way merge of texts by lines, as runs in order. */
export function mergedRuns(texts: Texts): MergedTextRun[] {
  const { base, theirs, ours } = linesOf(texts)
  if (Math.max(theirs.length, base.length, ours.length) > MAX_LINES) return wholeConflict(texts)
  return Array.from(mergeLines(base, theirs, ours)).flatMap((run): MergedTextRun[] => {
    if (!('lines' in run)) return [{ base: run.base, theirs: run.theirs, ours: run.ours, line: run.at + 1 }]
    return run.lines.length === 0 ? [] : [{ text: run.lines.join('\n') }]
  })
}

/** The conflict of texts that are not merged by lines. */
export const wholeConflict = (texts: Texts): MergedTextRun[] => [{ ...linesOf(texts), line: 1 }]

const linesOf = ({ base, theirs, ours }: Texts) => ({
  base: base.split('\n'),
  theirs: theirs.split('\n'),
  ours: ours.split('\n'),
})
