import { mergeLines } from '#markup/merge-lines.ts'
import type { Draft, PageVersion } from './queries.ts'

/** A passage, or the title, that both sides changed differently. */
export type Conflict = {
  readonly id: string
  readonly kind: 'title' | 'text'
  readonly base: string
  readonly theirs: string
  readonly mine: string
}

type Part = { readonly lines: readonly string[] } | { readonly conflict: Conflict }

/** A three-way merge of a page: the merged parts and the conflicts. */
export type DraftMerge = {
  readonly title: { readonly value: string } | { readonly conflict: Conflict }
  readonly parts: readonly Part[]
  readonly conflicts: readonly Conflict[]
}

export type Choice = 'mine' | 'theirs' | { readonly text: string }
export type Choices = Readonly<Record<string, Choice>>

/** Merges the server's version with the draft; both are based on `base`. */
export function mergeDrafts(base: Draft, theirs: Draft, mine: Draft): DraftMerge {
  const title = mergeTitle(base.title, theirs.title, mine.title)
  const parts = mergeText(base.markdown, theirs.markdown, mine.markdown)
  const conflicts = [title, ...parts].flatMap((part) => ('conflict' in part ? [part.conflict] : []))
  return { title, parts, conflicts }
}

function mergeTitle(base: string, theirs: string, mine: string): DraftMerge['title'] {
  if (mine === base || mine === theirs) return { value: theirs }
  if (theirs === base) return { value: mine }
  return { conflict: { id: 'title', kind: 'title', base, theirs, mine } }
}

function mergeText(base: string, theirs: string, mine: string): Part[] {
  const runs = [...mergeLines(base.split('\n'), theirs.split('\n'), mine.split('\n'))]
  return runs.map((run, at): Part => {
    if ('lines' in run) return run
    return {
      conflict: {
        id: `text-${at}`,
        kind: 'text',
        base: run.base.join('\n'),
        theirs: run.theirs.join('\n'),
        mine: run.ours.join('\n'),
      },
    }
  })
}

/** The page with every conflict resolved; without a choice, the draft wins. */
export function resolveMerge({ title, parts }: DraftMerge, choices: Choices): Draft {
  const lines = parts.flatMap((part) =>
    'lines' in part ? part.lines : linesOf(resolvedText(part.conflict, choices)),
  )
  return {
    title: 'value' in title ? title.value : resolvedText(title.conflict, choices),
    markdown: lines.join('\n'),
  }
}

function resolvedText(conflict: Conflict, choices: Choices): string {
  const choice = choices[conflict.id] ?? 'mine'
  return typeof choice === 'string' ? conflict[choice] : choice.text
}

/** An empty side means no lines, not one empty line. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/**
 * The draft after a save, including what was typed in the meantime. Null if what the server merged in conflicts with that:
 * the draft keeps its old base then, so that the next save reports the conflict.
 */
export function mergeAfterSave(sent: Draft, now: PageVersion, current: Draft): Draft | null {
  const merge = mergeDrafts(sent, now, current)
  return merge.conflicts.length > 0 ? null : resolveMerge(merge, {})
}

/** Whether a version has all changes of a draft that was based on `base`. */
export function containsDraft(version: Draft, base: Draft, draft: Draft): boolean {
  const merge = mergeDrafts(base, version, draft)
  return merge.conflicts.length === 0 && isSameDraft(resolveMerge(merge, {}), version)
}

export const isSameDraft = (a: Draft, b: Draft): boolean => a.title === b.title && a.markdown === b.markdown
