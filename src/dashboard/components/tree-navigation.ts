import { useCallback, useRef } from 'react'
import type { TreeRow } from './tree-drop.ts'

/** Which rows are selected; the caller has the state, because the bulk bar needs it too. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  readonly onChange: (ids: ReadonlySet<string>) => void
}

type KeyAction = { go: number } | { open: boolean }
type TreeState = { shown: readonly TreeRow[]; at: number; isOpen: (id: string) => boolean }
type KeyPress = { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean }

const PAGE_ROWS = 10

/** What a key does in a tree, following the ARIA treegrid pattern, plus `j` and `k`. */
export function keyAction(press: KeyPress, { shown, at, isOpen }: TreeState): KeyAction | null {
  if (press.metaKey || press.ctrlKey || press.altKey) return null
  const row = shown[at]
  if (!row) return null
  const hasChildren = shown[at + 1]?.parentId === row.id
  const isBranch = row.isBranch ?? (hasChildren || row.accepts !== undefined)
  switch (press.key.length === 1 ? press.key.toLowerCase() : press.key) {
    case 'ArrowDown':
    case 'j':
      return { go: at + 1 }
    case 'ArrowUp':
    case 'k':
      return { go: at - 1 }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: shown.length - 1 }
    case 'PageDown':
      return { go: at + PAGE_ROWS }
    case 'PageUp':
      return { go: at - PAGE_ROWS }
    case 'ArrowRight':
      if (isBranch && !isOpen(row.id)) return { open: true }
      return hasChildren ? { go: at + 1 } : null
    case 'ArrowLeft':
      if ((isBranch || hasChildren) && isOpen(row.id)) return { open: false }
      return row.parentId === null ? null : { go: shown.findIndex((one) => one.id === row.parentId) }
    default:
      return null
  }
}

export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selection plus all rows between two, both included. */
export function withRange(
  ids: ReadonlySet<string>,
  shown: readonly { id: string }[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const ends = [from, to].map((id) => shown.findIndex((row) => row.id === id)).sort((a, b) => a - b)
  const [first = -1, last = -1] = ends
  if (first < 0) return toggled(ids, to)
  return new Set([...ids, ...shown.slice(first, last + 1).map((row) => row.id)])
}

/** How a row is chosen: on or off, or with all rows from the one chosen last. */
export type SelectionMode = 'toggle' | 'range'

/**
 * Choosing rows by click and by key. A range begins at the row that was toggled last, or else at the current one;
 * while its end moves, what was chosen next to it stays.
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
