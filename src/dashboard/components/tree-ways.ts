import type { TreeRow } from './tree-drop.ts'

/** Which rows are chosen; the caller keeps them, usually beside the list. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  readonly onChange: (ids: ReadonlySet<string>) => void
}

type Way = { go: number } | { open: boolean }
type Scene = { shown: readonly TreeRow[]; at: number; isOpen: (id: string) => boolean }
type Press = { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean }

const pageOfRows = 10

/** Where a key leads in a tree, as the treegrid pattern has it, with `j` and `k` beside the arrows. */
export function wayOf(press: Press, { shown, at, isOpen }: Scene): Way | null {
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
      return { go: at + pageOfRows }
    case 'PageUp':
      return { go: at - pageOfRows }
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

/** All rows between two, both included, added to those chosen. */
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
