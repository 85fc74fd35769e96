import { ChevronsDownUp, ChevronsUpDown, Funnel, Move, Trash2 } from 'lucide-react'
import type { Collection } from '#contract/collections.ts'
import { useActs } from '../../hooks/use-acts.ts'
import type { Opened } from './use-opened.ts'

type Given = {
  onFilter: () => void
  /** Absent while nothing is chosen. */
  onMove: (() => void) | undefined
  onRemove: (() => void) | undefined
  collections: readonly Collection[]
  opened: Opened
}

/** What can be done with the shelves as a whole, and with what is chosen on them. */
export function useShelfActs({ onFilter, onMove, onRemove, collections, opened }: Given): void {
  const openAll = () => opened.openAll(collections.map(({ id }) => id))
  useActs([
    { id: 'filter', label: 'Filter the library', icon: Funnel, keys: '/', run: onFilter },
    ...(onMove ? [{ id: 'move', label: 'Move what is selected', icon: Move, run: onMove }] : []),
    ...(onRemove ? [{ id: 'trash', label: 'Trash what is selected', icon: Trash2, run: onRemove }] : []),
    ...(collections.length > 0
      ? [{ id: 'open-all', label: 'Open all collections', icon: ChevronsUpDown, run: openAll }]
      : []),
    ...(opened.opened.size > 0
      ? [{ id: 'close', label: 'Close all collections', icon: ChevronsDownUp, run: opened.closeAll }]
      : []),
  ])
}
