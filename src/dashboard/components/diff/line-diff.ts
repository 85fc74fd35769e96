import { pairSteps, type Step } from './pairing.ts'

/** A line with its number, counted from 1. */
export type Line = { readonly text: string; readonly number: number }

export type LineStep = Step<Line>

/** A run of equal lines far from any change, or a run of lines to be shown. `change` counts the changes from 1. */
export type LineRun =
  | { readonly kind: 'fold'; readonly steps: readonly LineStep[] }
  | { readonly kind: 'same'; readonly steps: readonly LineStep[] }
  | { readonly kind: 'change'; readonly steps: readonly LineStep[]; readonly change: number }

const context = 3

const linesOf = (text: string): Line[] =>
  text === '' ? [] : text.split('\n').map((line, index) => ({ text: line, number: index + 1 }))

/** Two texts laid side by side line by line, with what is far from any change folded away. */
export function lineDiff(before: string, after: string): LineRun[] {
  const runs = runsOf(pairSteps(linesOf(before), linesOf(after)))
  let change = 0
  return runs.flatMap((steps, index): LineRun[] => {
    if (steps[0]?.kind !== 'same') return [{ kind: 'change', steps, change: ++change }]
    return folded(steps, index === 0 ? 0 : context, index === runs.length - 1 ? 0 : context)
  })
}

/** Steps in runs: all the same, or all of a change. */
export function runsOf<T extends { readonly kind: string }>(steps: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const step of steps) {
    const last = runs.at(-1)
    if (last?.[0] && (last[0].kind === 'same') === (step.kind === 'same')) last.push(step)
    else runs.push([step])
  }
  return runs
}

function folded(steps: readonly LineStep[], above: number, below: number): LineRun[] {
  if (steps.length <= above + below + 1) return [{ kind: 'same', steps }]
  const parts: LineRun[] = [
    { kind: 'same', steps: steps.slice(0, above) },
    { kind: 'fold', steps: steps.slice(above, steps.length - below) },
    { kind: 'same', steps: steps.slice(steps.length - below) },
  ]
  return parts.filter((part) => part.steps.length > 0)
}
