import { useCallback, useRef } from 'react'
import { type Selection, toggled, withRange } from './tree-navigation.ts'

/** How a row is chosen: on or off, or with all rows from the one chosen last. */
export type SelectionMode = 'toggle' | 'range'

/**
 * Choosing rows by click and by key. A range begins at the row that was toggled last, or else at the current one;
 * while its end moves, what was chosen beside it stays.
 */
export function useRowSelection(
  selection: Selection | undefined,
  shown: readonly { readonly id: string }[],
  current: string | null,
) {
  const begun = useRef<{ from: string; base: ReadonlySet<string> } | null>(null)
  const latest = useRef({ selection, shown, current })
  latest.current = { selection, shown, current }

  const choose = useCallback((id: string, how: SelectionMode = 'toggle') => {
    const now = latest.current
    if (!now.selection) return
    const { ids, onChange } = now.selection
    if (how === 'toggle') {
      const base = toggled(ids, id)
      begun.current = { from: id, base }
      onChange(base)
      return
    }
    if (begun.current === null || ids.size === 0) begun.current = { from: now.current ?? id, base: ids }
    onChange(withRange(begun.current.base, now.shown, begun.current.from, id))
  }, [])
  const chooseAll = useCallback(() => {
    const { selection: on, shown: rows } = latest.current
    on?.onChange(new Set(rows.map(({ id }) => id)))
  }, [])
  /** The next range begins at the row that is current then. */
  const endRange = useCallback(() => {
    begun.current = null
  }, [])
  return { choose, chooseAll, endRange }
}
