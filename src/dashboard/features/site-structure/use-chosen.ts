import { useMemo, useState } from 'react'
import { useKeys } from '../../hooks/use-keys.ts'
import type { StructureRow } from './structure-rows.ts'

/** Which rows are chosen, of those that are there. */
export function useChosen(rows: readonly StructureRow[], mayChange: boolean) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => {
    const some = mayChange ? rows.filter(({ id }) => ids.has(id)) : []
    return {
      rows: some,
      selection: mayChange ? { ids: new Set(some.map(({ id }) => id)), onChange: setIds } : undefined,
    }
  }, [rows, ids, mayChange])
  const clear = () => setIds(new Set())
  // Escape puts a row that is carried back first.
  const clearUnlessCarrying = () => document.querySelector('.is-carrying') === null && clear()
  useKeys(
    chosen.rows.length > 0
      ? [{ keys: 'escape', label: 'Clear the selection', act: clearUnlessCarrying }]
      : [],
  )
  return { ...chosen, clear }
}

/** Rows that do not stand inside each other; what is inside goes with what it is in. A group only dissolves. */
export function topmost(rows: readonly StructureRow[]): readonly StructureRow[] {
  const sections = new Set(rows.filter(({ kind }) => kind === 'site-section').map(({ id }) => id))
  return rows.filter(({ parentId }) => parentId === null || !sections.has(parentId))
}
