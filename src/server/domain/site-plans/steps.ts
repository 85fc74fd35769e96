import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import type { StoredStep } from '../../db/tables/sites.ts'
import { DomainError } from '../../errors.ts'
import { differencesBetween } from '../sites/structure/differences.ts'
import { applyChange } from '../sites/structure/reducer.ts'
import type { ShowableSpace } from '../sites/structure/section-rules.ts'
import { isSameShape } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'

/** A space that a step adds. @throws {DomainError} if it was deleted or the caller may not show it. */
export type SpaceFor = (id: string) => ShowableSpace

/** The result of applying a step after those before it. */
export type StepResult = {
  readonly step: StoredStep
  readonly changes: readonly StructureDifference[]
  /** Why it can't be applied; later steps continue without it. */
  readonly problem?: DomainError
  /** The structure after the steps up to this one. */
  readonly after: Structure
}

export type Outcome = { readonly structure: Structure; readonly steps: readonly StepResult[] }

/**
 * Applies the steps of a plan to a structure in order. `known` holds results of the same first steps, which are not
 * computed again.
 */
export function outcomeOf(
  before: Structure,
  steps: readonly StoredStep[],
  space: SpaceFor,
  known: readonly StepResult[] = [],
): Outcome {
  const first = steps.findIndex((step, index) => known[index]?.step !== step)
  const results = known.slice(0, first < 0 ? steps.length : first)
  for (const step of steps.slice(results.length))
    results.push(tryStep(results.at(-1)?.after ?? before, step, space))
  return { structure: results.at(-1)?.after ?? before, steps: results }
}

/** The steps as they are stored. */
export const stepsOf = ({ steps }: Outcome): readonly StoredStep[] => steps.map(({ step }) => step)

function tryStep(structure: Structure, step: StoredStep, space: SpaceFor): StepResult {
  try {
    const after = applyChange(structure, step.act, { ids: step.made, space })
    const changes = differencesBetween(structure, after)
    return { step: { ...step, changes }, changes, after }
  } catch (problem) {
    if (!(problem instanceof DomainError)) throw problem
    return { step, changes: step.changes, problem, after: structure }
  }
}

/**
 * Adds a step at the end of a plan. Merges it with an earlier step about the same item and drops steps without effect,
 * as long as the result is the same structure: a plan lists what it changes, not how it was edited.
 *
 * @throws {DomainError} when the change can't be applied after the existing steps.
 */
export function withStep(before: Structure, outcome: Outcome, added: StoredStep, space: SpaceFor): Outcome {
  const result = tryStep(outcome.structure, added, space)
  if (result.problem !== undefined) throw result.problem
  const appended: Outcome = { structure: result.after, steps: [...outcome.steps, result] }
  const shorter = shortened(stepsOf(outcome), result.step)
  const merged = shorter === null ? appended : withoutOrphans(before, shorter, appended, space)
  const shortest = isAsGood(merged, appended) ? merged : appended
  return withoutEmpty(before, shortest, space)
}

const problemsOf = ({ steps }: Outcome): number => steps.filter(({ problem }) => problem !== undefined).length

const isAsGood = (outcome: Outcome, than: Outcome): boolean =>
  isSameShape(outcome.structure, than.structure) && problemsOf(outcome) <= problemsOf(than)

/** Drops the steps that fail only since the merge, because they are about an item that is no longer added. */
function withoutOrphans(
  before: Structure,
  steps: readonly StoredStep[],
  appended: Outcome,
  space: SpaceFor,
): Outcome {
  const alreadyFailing = new Set(
    appended.steps.flatMap(({ step, problem }) => (problem === undefined ? [] : [step.id])),
  )
  const outcome = outcomeOf(before, steps, space, appended.steps)
  const remaining = outcome.steps.filter(
    ({ step, problem }) => problem === undefined || alreadyFailing.has(step.id),
  )
  if (remaining.length === outcome.steps.length) return outcome
  return outcomeOf(before, stepsOf({ ...outcome, steps: remaining }), space, outcome.steps)
}

/** Drops the steps that change nothing. */
function withoutEmpty(before: Structure, outcome: Outcome, space: SpaceFor): Outcome {
  const effective = outcome.steps.filter(
    ({ changes, problem }) => problem !== undefined || changes.length > 0,
  )
  if (effective.length === outcome.steps.length) return outcome
  const shorter = outcomeOf(before, stepsOf({ ...outcome, steps: effective }), space, outcome.steps)
  return isAsGood(shorter, outcome) ? shorter : outcome
}

/** The steps with the new one merged in; null if it can only be appended. */
function shortened(steps: readonly StoredStep[], added: StoredStep): readonly StoredStep[] | null {
  const { act } = added
  switch (act.type) {
    case 'change-section':
    case 'change-group':
    case 'change-space':
      return mergedInto(steps, act)
    case 'move':
      return insteadOf(steps, added, (step) => step.act.type === 'move' && step.act.item.id === act.item.id)
    case 'set-default':
      return insteadOf(steps, added, (step) => step.act.type === 'set-default')
    case 'delete-section':
    case 'delete-group':
    case 'remove-space':
      return withoutItem(steps, added, act.id)
    default:
      return null
  }
}

/** The new step instead of those that it replaces; null if there are none. */
function insteadOf(
  steps: readonly StoredStep[],
  added: StoredStep,
  isReplaced: (step: StoredStep) => boolean,
): readonly StoredStep[] | null {
  const others = steps.filter((step) => !isReplaced(step))
  return others.length === steps.length ? null : [...others, added]
}

type Change = Extract<StoredStep['act'], { type: 'change-section' | 'change-group' | 'change-space' }>

function mergedInto(steps: readonly StoredStep[], act: Change): readonly StoredStep[] | null {
  const index = steps.findLastIndex(
    (step) => step.act.type === act.type && 'id' in step.act && step.act.id === act.id,
  )
  const earlier = steps[index]
  if (earlier !== undefined) {
    return steps.with(index, { ...earlier, act: { ...earlier.act, ...act } as StoredStep['act'] })
  }
  const addingIndex = steps.findIndex((step) => step.made.item === act.id)
  const adding = steps[addingIndex]
  if (adding === undefined) return null
  const { type: _, id: __, ...fields } = act
  if (Object.keys(fields).some((name) => !(name === 'title' || name === 'icon'))) return null
  const title = 'title' in fields ? fields.title : undefined
  if (adding.act.type === 'add-section' && (title ?? '').length > 64) return null
  if (adding.act.type !== 'add-section' && adding.act.type !== 'add-group') return null
  return steps.with(addingIndex, { ...adding, act: { ...adding.act, ...fields } as StoredStep['act'] })
}

/** Drops the steps about a deleted item, and the deletion itself if the plan adds the item. */
function withoutItem(
  steps: readonly StoredStep[],
  added: StoredStep,
  id: string,
): readonly StoredStep[] | null {
  const adding = steps.find(({ act, made }) => act.type.startsWith('add-') && made.item === id)
  const ids = new Set([id, ...(adding?.act.type === 'add-section' ? [adding.made.siteSpace] : [])])
  const others = steps.filter((step) => step !== adding && !ids.has(subjectOf(step) ?? ''))
  if (adding !== undefined) return others
  return others.length === steps.length ? null : [...others, added]
}

/** The item that a step changes, moves or removes; null for one that adds an item or sets a default. */
function subjectOf({ act }: StoredStep): string | null {
  if (act.type === 'move') return act.item.id
  return 'id' in act ? act.id : null
}
