import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import type { DocumentedShortcut } from '../hooks/use-shortcuts.ts'
import type { Move, TreeRow } from './tree-drop.ts'
import type { Selection } from './tree-ways.ts'
import type { Choosing } from './use-row-selection.ts'

export type TreeColumn = { head: ReactNode /** `wide`: not below 900 px. */; className?: string }

export type TreeProps<T extends TreeRow> = {
  /** Name of the tree: `Library`, `Structure`. */
  label: string
  /** All known rows, parents before children, in order. */
  rows: readonly T[]
  isOpen: (id: string) => boolean
  onToggle: (id: string, open: boolean) => void
  /** Widths of the columns as CSS grid tracks; the last 1.5rem is for the menu. `cols` for narrow screens is CSS. */
  className: string
  columns: readonly TreeColumn[]
  /** Icon or emoji before the title. */
  lead?: (row: T, isOpen: boolean) => ReactNode
  /** Address of the row; its title is a link then and Enter goes there. */
  to?: (row: T) => string | undefined
  /** Badges, counts and faint words after the title. */
  after?: (row: T) => ReactNode
  /** The other cells but the last: `<div className="cell wide" role="gridcell">`. */
  cells?: (row: T) => ReactNode
  /** Items of the row's menu. `rename` starts renaming in place. */
  menu?: ((row: T, acts: { rename: () => void }) => ReactNode) | undefined
  /** A mark on the row such as `is-planned`. */
  rowClass?: (row: T) => string | undefined
  /** Absent: the tree is only shown, without grips. */
  onMove?: ((move: Move) => unknown) | undefined
  /** What is brought in from `beside`, by a `TreeSource` there. */
  onArrive?: ((move: Move) => unknown) | undefined
  /** Shown wherever the caller puts it; rows can be dragged from it into the tree. */
  beside?: ReactNode
  /** Which kinds may stand at the top; all unless given. */
  rootAccepts?: (kind: string) => boolean
  /** Renaming in place by F2 or the menu. */
  onRename?: ((row: T, title: string) => void) | undefined
  canRename?: (row: T) => boolean
  titleLimit?: number
  selection?: Selection | undefined
  /** Keys on the row that has the focus, which the tree does not use itself. */
  onRowKey?: (event: KeyboardEvent, row: T) => void
  /** What those keys do, for the sheet of all keys. */
  told?: readonly DocumentedShortcut[]
  /** Rows of 30 instead of 36 without lines between them, for a tree that leads through what stands beside it. */
  isSlim?: boolean
  /** Said instead of rows when there are none. */
  empty: ReactNode
}

type Drawing =
  | 'lead'
  | 'to'
  | 'after'
  | 'cells'
  | 'menu'
  | 'rowClass'
  | 'onRename'
  | 'canRename'
  | 'titleLimit'

/** What each row is drawn with. Callers that keep these functions the same keep rows from being drawn anew. */
export type LineKit<T extends TreeRow> = { readonly [K in Drawing]: TreeProps<T>[K] | undefined } & {
  readonly onToggle: (id: string, open: boolean) => void
  /** A tree that leads through what stands beside it marks where one is. */
  readonly isSlim: boolean
  readonly canMove: boolean
  readonly canSelect: boolean
  readonly onFocus: (id: string) => void
  readonly onChoose: (id: string, how: Choosing) => void
  readonly onRenaming: (id: string, is: boolean) => void
}

/** Whether a row may be renamed in its place. */
export const mayRename = <T extends TreeRow>(
  { onRename, canRename }: Pick<LineKit<T>, 'onRename' | 'canRename'>,
  row: T,
): boolean => onRename !== undefined && (canRename?.(row) ?? true)

/** Whether something was meant for a part of the row that has its own use for it; the grip has none. */
export const isOnControl = ({ target, currentTarget }: SyntheticEvent): boolean =>
  !(target instanceof Element) ||
  !currentTarget.contains(target) ||
  target.closest('input, button:not(.grip), .menu') !== null
