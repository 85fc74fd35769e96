import type { PlanAct } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'

/** One change of the structure: how it looks, what it asks for, and what stands in its way. */
export type Change = {
  /** The part it is about; a made-up id for one that is added. */
  readonly id: string
  readonly act: PlanAct
  /** For what is added: what follows once it has an id of its own, such as its place. */
  readonly next?: (madeId: string) => PlanAct
  /** The structure with it; null when it has no place there. Pure. */
  readonly apply: (structure: SiteStructure) => SiteStructure | null
  /** The structure without it again; null where only reading again tells. Pure. */
  readonly revert: (structure: SiteStructure) => SiteStructure | null
  /** Asked when somebody else was faster: why it makes no sense any more, for people; null when it still does. */
  readonly obstacle: (now: SiteStructure) => string | null
  /** First line of the message when it is refused: `“Webhooks” went back`. */
  readonly refused: string
  /** That somebody else did so already is as good. */
  readonly isDoneWhenGone?: boolean
}

/** What became of several changes. Those that were refused went back, and that was said. */
export type Outcome = {
  readonly done: readonly Change[]
  /** The ids that what was added has now. */
  readonly madeIds: ReadonlyMap<Change, string>
}

/** Shows changes at once and has them done in turn, live or in the plan. Rejects when none of them was done. */
export type MakeChanges = (changes: readonly Change[]) => Promise<Outcome>

/** Somebody else was faster; what is shown is already what is there. */
export class Outrun extends Error {
  override readonly name = 'Outrun'
}

/** None of the changes was done; why has been said. */
export class AllRefused extends Error {
  override readonly name = 'AllRefused'
}

/** The structure with several changes, those without a place there left out. */
export const withAll = (structure: SiteStructure, changes: readonly Change[]): SiteStructure =>
  changes.reduce((now, { apply }) => apply(now) ?? now, structure)

export const withoutAll = (structure: SiteStructure, changes: readonly Change[]): SiteStructure =>
  changes.toReversed().reduce((now, { revert }) => revert(now) ?? now, structure)
