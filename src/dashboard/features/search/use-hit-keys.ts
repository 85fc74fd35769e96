import type { RefObject } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'

/** `j` and `k` go from one find to the next; before the first is the field. Answers the step, for the field itself. */
export function useHitKeys(
  results: RefObject<HTMLElement | null>,
  field: RefObject<HTMLElement | null>,
): (way: 1 | -1) => void {
  const step = (way: 1 | -1) => {
    const hits = [...(results.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])]
    const now = hits.findIndex((hit) => hit.matches(':focus'))
    const next = now + way
    if (next < 0) return field.current?.focus()
    const hit = hits[Math.min(next, hits.length - 1)]
    hit?.focus()
    hit?.scrollIntoView({ block: 'nearest' })
  }
  const group = 'In lists and trees'
  useKeys([
    { keys: 'j', label: 'Next find', group, act: () => step(1) },
    { keys: 'k', label: 'Find before', group, act: () => step(-1) },
  ])
  return step
}
