import { type RefObject, useState } from 'react'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { pluralize } from '../../lib/labels.ts'

/** Goes from change to change by `n` and `p`, or by the buttons. Each change has its number in `data-change`. */
export function useChangeSteps(pane: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState(0)
  const [count, setCount] = useState(0)
  const go = (step: 1 | -1) => {
    const changes = [...(pane.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    const next = Math.min(changes.length, Math.max(1, at + step))
    const target = changes[next - 1]
    if (!target) return
    setAt(next)
    target.scrollIntoView({ block: 'center' })
  }
  useShortcuts([
    { keys: 'n', label: 'Next change', group: 'On this page', run: () => go(1) },
    { keys: 'p', label: 'Previous change', group: 'On this page', run: () => go(-1) },
  ])
  return {
    at: Math.min(at, count),
    count,
    go,
    /** Called with the number of changes whenever a diff is shown. */
    setCount,
  }
}

/** `Change 2 of 6`, or `6 changes` before one was visited. */
export function changeLabel(at: number, count: number): string {
  if (count === 0) return ''
  return at === 0 ? pluralize(count, 'change') : `Change ${at} of ${count}`
}
