import { invalid } from '../errors.ts'
import type { Conflict, Outcome, ReusableOutcome } from './changes.ts'
import type { FileEntry, PageEntry, ReusableEntry } from './entries.ts'
import type { PageTree } from './page-tree.ts'
import type { Snapshot } from './snapshot.ts'

/** What a batch has come to so far. Texts are as they were given; their links are not resolved yet. */
export type Draft = {
  readonly texts: Map<string, string>
  /** Stored texts, put back by reverting: nothing in them needs resolving. */
  readonly reverted: Map<string, PageEntry['body']>
  readonly outcomes: Map<string, Outcome>
  readonly files: (FileEntry & { readonly ref?: string })[]
  readonly pageRefs: Map<string, string>
  readonly fileRefs: Map<string, string>
  readonly reusables: Map<string, ReusableOutcome>
  readonly reusableRefs: Map<string, string>
  /** Texts of reusable contents as they were given, with what their writer saw. */
  readonly reusableTexts: Map<string, { readonly markdown: string; readonly base: ReusableEntry | undefined }>
  readonly conflicts: Conflict[]
}

/** A batch of changes at work on a tree. */
export type Batch = {
  readonly tree: PageTree
  /** What the caller saw, null when that is what there is. */
  readonly base: Snapshot | null
  /** The revision that pages are put back to where none is named; null when one must be named. */
  readonly revertTo: string | null
  /** Any revision of the space, to revert to. */
  readonly revision: (id: string) => Promise<Snapshot>
  /** The files of any revision of the space. */
  readonly filesOf: (revision: string) => Promise<readonly FileEntry[]>
  /** The reusable contents that the caller saw, null when those are there now. */
  readonly reusablesAtBase: (() => Promise<readonly ReusableEntry[]>) | null
  readonly now: Date
  readonly newId: () => string
}

/** Notes that a page was changed, unless the batch made it. */
export function touch(draft: Draft, page: string): void {
  if (!draft.outcomes.has(page)) draft.outcomes.set(page, { did: 'updated', page })
}

/** Remembers under which name the batch speaks of something. @throws {DomainError} `validation` when it is used twice */
export function registerRef(
  refs: Map<string, string>,
  ref: string | undefined,
  id: string,
  index: number,
): void {
  if (ref === undefined) return
  if (refs.has(ref)) {
    throw invalid([
      { path: ['body', 'changes', index, 'ref'], message: `“${ref}” is used twice in this call` },
    ])
  }
  refs.set(ref, id)
}
