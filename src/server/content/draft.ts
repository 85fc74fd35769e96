import { invalid } from '../errors.ts'
import type { Conflict, Outcome, ReusableOutcome } from './changes.ts'
import type { FileEntry, PageEntry, ReusableEntry, Variables } from './entries.ts'
import type { PageTree } from './page-tree.ts'
import type { Snapshot } from './snapshot.ts'

/** The result of a batch so far. Texts are as the caller wrote them; their links are not resolved yet. */
export type Draft = {
  readonly texts: Map<string, string>
  /** Stored texts restored by reverts: their links are already resolved. */
  readonly reverted: Map<string, PageEntry['body']>
  readonly outcomes: Map<string, Outcome>
  readonly files: (FileEntry & { readonly ref?: string })[]
  readonly pageRefs: Map<string, string>
  readonly fileRefs: Map<string, string>
  readonly reusables: Map<string, ReusableOutcome>
  readonly reusableRefs: Map<string, string>
  /** New texts of reusable contents, with the version that their writer saw. */
  readonly reusableTexts: Map<string, { readonly markdown: string; readonly base: ReusableEntry | undefined }>
  readonly conflicts: Conflict[]
}

/** A batch of changes being applied to a tree. */
export type Batch = {
  readonly tree: PageTree
  /** The tree that the caller saw, null if it is the current one. */
  readonly base: Snapshot | null
  /** The revision to revert to if a change names none; null if it must name one. */
  readonly revertTo: string | null
  /** Any revision of the space, to revert to. */
  readonly revision: (id: string) => Promise<Snapshot>
  /** The files of any revision of the space. */
  readonly filesOf: (revision: string) => Promise<readonly FileEntry[]>
  /** The reusable contents of any revision of the space. */
  readonly reusablesOf: (revision: string) => Promise<readonly ReusableEntry[]>
  /** The reusable contents that the caller saw, null if they are the current ones. */
  readonly reusablesAtBase: (() => Promise<readonly ReusableEntry[]>) | null
  /** The variables that the caller saw, null if they are the current ones. */
  readonly variablesAtBase: (() => Promise<Variables>) | null
  readonly now: Date
  readonly newId: () => string
}

/** Records that a page was changed, unless the batch created it. */
export function touch(draft: Draft, page: string): void {
  if (!draft.outcomes.has(page)) draft.outcomes.set(page, { did: 'updated', page })
}

/** Registers the name that a batch uses for a new page or file. @throws {DomainError} `validation` if it is used twice */
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
