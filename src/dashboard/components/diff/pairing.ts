import { diffRegions } from '#markup/diff.ts'
import { similarity } from './word-diff.ts'

/** One step of two lists laid side by side: on both sides the same, changed, or only on one side. */
export type Step<T> =
  | { readonly kind: 'same' | 'edit'; readonly before: T; readonly after: T }
  | { readonly kind: 'del'; readonly before: T }
  | { readonly kind: 'add'; readonly after: T }

type Texted = { readonly text: string }

/** How many pieces ahead a match is looked for, so that wholly rewritten texts take no long time. */
const ahead = 12

/** Below this, two pieces are not one that was changed but one that went and another that came. */
const alike = 0.4

/** Lays two lists of pieces side by side; what is much alike where they differ is a piece that was changed. */
export function pairSteps<T extends Texted>(before: readonly T[], after: readonly T[]): Step<T>[] {
  const regions = diffRegions(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  const steps: Step<T>[] = []
  let [old, now] = [0, 0]
  const same = (until: number) => {
    for (; old < until; old++, now++) {
      const [was, is] = [before[old], after[now]]
      if (was && is) steps.push({ kind: 'same', before: was, after: is })
    }
  }
  for (const region of regions) {
    const [gone, come] = [region.before[1], region.after[1]]
    same(region.before[0])
    steps.push(...paired(before.slice(old, old + gone), after.slice(now, now + come)))
    old += gone
    now += come
  }
  same(before.length)
  return steps
}

function paired<T extends Texted>(gone: readonly T[], come: readonly T[]): Step<T>[] {
  const steps: Step<T>[] = []
  let at = 0
  for (const after of come) {
    const near = gone.slice(at, at + ahead)
    const match = at + near.findIndex(({ text }) => similarity(text, after.text) >= alike)
    const before = match < at ? undefined : gone[match]
    if (!before) {
      steps.push({ kind: 'add', after })
      continue
    }
    steps.push(...gone.slice(at, match).map((one) => ({ kind: 'del' as const, before: one })))
    steps.push({ kind: 'edit', before, after })
    at = match + 1
  }
  // Deleted items come before their replacements, as people read a change.
  const rest = gone.slice(at).map((one) => ({ kind: 'del' as const, before: one }))
  let firstAdd = steps.length
  while (steps[firstAdd - 1]?.kind === 'add') firstAdd--
  return steps.toSpliced(firstAdd, 0, ...rest)
}
