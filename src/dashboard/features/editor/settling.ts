import { mergeLines } from '#markup/merge-lines.ts'
import type { Draft, Seen } from './edited-page.ts'

/** One place that both sides wrote differently, as text. */
export type Clash = {
  readonly id: string
  readonly kind: 'title' | 'text'
  readonly base: string
  readonly theirs: string
  readonly mine: string
}

type Part = { readonly lines: readonly string[] } | { readonly clash: Clash }

/** Two versions of a page laid over each other: what agrees, and where they clash. */
export type Settling = {
  readonly title: { readonly value: string } | { readonly clash: Clash }
  readonly parts: readonly Part[]
  readonly clashes: readonly Clash[]
}

export type Choice = 'mine' | 'theirs' | { readonly text: string }
export type Choices = Readonly<Record<string, Choice>>

/** Lays what is there now over what was written, both begun from `base`. */
export function settlingOf(base: Draft, theirs: Draft, mine: Draft): Settling {
  const title = titleOf(base.title, theirs.title, mine.title)
  const parts = partsOf(base.markdown, theirs.markdown, mine.markdown)
  const clashes = [title, ...parts].flatMap((part) => ('clash' in part ? [part.clash] : []))
  return { title, parts, clashes }
}

function titleOf(base: string, theirs: string, mine: string): Settling['title'] {
  if (mine === base || mine === theirs) return { value: theirs }
  if (theirs === base) return { value: mine }
  return { clash: { id: 'title', kind: 'title', base, theirs, mine } }
}

function partsOf(base: string, theirs: string, mine: string): Part[] {
  const runs = [...mergeLines(base.split('\n'), theirs.split('\n'), mine.split('\n'))]
  return runs.map((run, at): Part => {
    if ('lines' in run) return run
    return {
      clash: {
        id: `text-${at}`,
        kind: 'text',
        base: run.base.join('\n'),
        theirs: run.theirs.join('\n'),
        mine: run.ours.join('\n'),
      },
    }
  })
}

/** The page once each clash is settled; one without a choice is settled as written here. */
export function settled({ title, parts }: Settling, choices: Choices): Draft {
  const lines = parts.flatMap((part) => ('lines' in part ? part.lines : linesOf(chosen(part.clash, choices))))
  return {
    title: 'value' in title ? title.value : chosen(title.clash, choices),
    markdown: lines.join('\n'),
  }
}

function chosen(clash: Clash, choices: Choices): string {
  const choice = choices[clash.id] ?? 'mine'
  return typeof choice === 'string' ? clash[choice] : choice.text
}

/** A side that took the lines away leaves none, not an empty one. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'))

/**
 * The page in the editor once a save has gone through, while it may have been written on.
 * @returns null when the service merged in what clashes with what was written since: the old base stays then, so
 *   that the next save is told of it
 */
export function afterSaving(sent: Draft, now: Seen, current: Draft): Draft | null {
  const settling = settlingOf(sent, now, current)
  return settling.clashes.length > 0 ? null : settled(settling, {})
}

/** Whether there is something to save. */
export const isSame = (a: Draft, b: Draft): boolean => a.title === b.title && a.markdown === b.markdown
