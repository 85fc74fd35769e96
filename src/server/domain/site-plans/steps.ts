import type { StructureDifference } from '#contract/shared/structure-difference.ts'
import type { StoredStep } from '../../db/tables/sites.ts'
import { DomainError } from '../../errors.ts'
import { differencesBetween } from '../sites/structure/differences.ts'
import { applyChange } from '../sites/structure/reducer.ts'
import type { ShowableSpace } from '../sites/structure/section-rules.ts'
import { isSameShape } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'

/** A space that a step is to show. @throws {DomainError} for one that is gone, or that the caller may not show. */
export type SpaceFor = (id: string) => ShowableSpace

/** A step that was tried where it stands in the plan. */
export type StepResult = {
  readonly step: StoredStep
  readonly changes: readonly StructureDifference[]
  /** Why it cannot be done; the structure goes on without it. */
  readonly problem?: DomainError
  /** What the steps up to this one lead to. */
  readonly after: Structure
}

export type Outcome = { readonly structure: Structure; readonly steps: readonly StepResult[] }

/**
 * Does the steps of a plan one after the other, on nothing but the structure given. What `known` tells of the same
 * steps at the beginning is not done again.
 */
export function outcomeOf(
  before: Structure,
  steps: readonly StoredStep[],
  space: SpaceFor,
  known: readonly StepResult[] = [],
): Outcome {
  const first = steps.findIndex((step, index) => known[index]?.step !== step)
  const done = known.slice(0, first < 0 ? steps.length : first)
  for (const step of steps.slice(done.length)) done.push(tryStep(done.at(-1)?.after ?? before, step, space))
  return { structure: done.at(-1)?.after ?? before, steps: done }
}

/** The steps as the plan keeps them. */
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
 * A plan with one more step behind the others. Where it continues an earlier one the two become one, and what comes to
 * nothing goes, as long as the same structure comes out; so a plan tells what it changes and not how it was found.
 *
 * @throws {DomainError} when the act cannot be done on what the steps lead to.
 */
export function withStep(before: Structure, so: Outcome, added: StoredStep, space: SpaceFor): Outcome {
  const tried = tryStep(so.structure, added, space)
  if (tried.problem !== undefined) throw tried.problem
  const plain: Outcome = { structure: tried.after, steps: [...so.steps, tried] }
  const shorter = shortened(stepsOf(so), tried.step)
  const merged = shorter === null ? plain : withoutOrphans(before, shorter, plain, space)
  const chosen = isAsGood(merged, plain) ? merged : plain
  return withoutEmpty(before, chosen, space)
}

const problemsOf = ({ steps }: Outcome): number => steps.filter(({ problem }) => problem !== undefined).length

const isAsGood = (outcome: Outcome, than: Outcome): boolean =>
  isSameShape(outcome.structure, than.structure) && problemsOf(outcome) <= problemsOf(than)

/** Without the steps that could be done before and cannot now: those about what is not made any more. */
function withoutOrphans(
  before: Structure,
  steps: readonly StoredStep[],
  plain: Outcome,
  space: SpaceFor,
): Outcome {
  const faulty = new Set(plain.steps.flatMap(({ step, problem }) => (problem === undefined ? [] : [step.id])))
  const outcome = outcomeOf(before, steps, space, plain.steps)
  const left = outcome.steps.filter(({ step, problem }) => problem === undefined || faulty.has(step.id))
  if (left.length === outcome.steps.length) return outcome
  return outcomeOf(before, stepsOf({ ...outcome, steps: left }), space, outcome.steps)
}

/** Without the steps that change nothing where they stand. */
function withoutEmpty(before: Structure, outcome: Outcome, space: SpaceFor): Outcome {
  const some = outcome.steps.filter(({ changes, problem }) => problem !== undefined || changes.length > 0)
  if (some.length === outcome.steps.length) return outcome
  const lean = outcomeOf(before, stepsOf({ ...outcome, steps: some }), space, outcome.steps)
  return isAsGood(lean, outcome) ? lean : outcome
}

/** The steps with the new one taken into them, as far as its act allows; null when it just stands behind them. */
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

/** The new step in place of those that it makes needless; null when there is none of these. */
function insteadOf(
  steps: readonly StoredStep[],
  added: StoredStep,
  isNeedless: (step: StoredStep) => boolean,
): readonly StoredStep[] | null {
  const others = steps.filter((step) => !isNeedless(step))
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
  const made = steps.findIndex((step) => step.made.item === act.id)
  const adding = steps[made]
  if (adding === undefined) return null
  const { type: _, id: __, ...rest } = act
  if (Object.keys(rest).some((name) => !(name === 'title' || name === 'icon'))) return null
  const title = 'title' in rest ? rest.title : undefined
  if (adding.act.type === 'add-section' && (title ?? '').length > 64) return null
  if (adding.act.type !== 'add-section' && adding.act.type !== 'add-group') return null
  return steps.with(made, { ...adding, act: { ...adding.act, ...rest } as StoredStep['act'] })
}

/** Without what was done to an item that goes; without the going, too, when it came in this plan. */
function withoutItem(
  steps: readonly StoredStep[],
  added: StoredStep,
  id: string,
): readonly StoredStep[] | null {
  const making = steps.find(({ act, made }) => act.type.startsWith('add-') && made.item === id)
  const ids = new Set([id, ...(making?.act.type === 'add-section' ? [making.made.siteSpace] : [])])
  const others = steps.filter((step) => step !== making && !ids.has(subjectOf(step) ?? ''))
  if (making !== undefined) return others
  return others.length === steps.length ? null : [...others, added]
}

/** The item that a step changes, moves or takes out; null for one that adds or chooses. */
function subjectOf({ act }: StoredStep): string | null {
  if (act.type === 'move') return act.item.id
  return 'id' in act ? act.id : null
}
