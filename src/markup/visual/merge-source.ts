import { mergeLines } from '../merge-lines.ts'

export const WORDS = /\s|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu
export const LINES = /[^\n]+|\n/g

/** Applies to `source` what differs between `was` and `is`; where both differ from `was`, `is` counts. */
export function mergeSource(source: string, was: string, is: string, token: RegExp): string {
  const [base, theirs, ours] = [was, is, source].map((text) => text.match(token) ?? [])
  const runs = mergeLines(base ?? [], theirs ?? [], ours ?? [])
  return [...runs].flatMap((run) => ('lines' in run ? run.lines : run.theirs)).join('')
}
