import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { type DocumentedShortcut, useDocumentedShortcuts, useShortcuts } from '../hooks/use-actions.ts'
import type { Move, TreeRow } from './tree-drop.ts'
import type { Selection, SelectionMode } from './tree-navigation.ts'

export type TreeColumn = { head: ReactNode /** `wide`: not below 900 px. */; className?: string }

export type TreeProps<T extends TreeRow> = {
  /** Accessible name: `Library`, `Structure`. */
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
  /** Path of the row: its title becomes a link, and Enter opens it. */
  to?: (row: T) => string | undefined
  /** Badges, counts and faint text after the title. */
  after?: (row: T) => ReactNode
  /** The other cells but the last: `<div className="cell wide" role="gridcell">`. */
  cells?: (row: T) => ReactNode
  /** Items of the row's menu. `rename` starts renaming in place. */
  menu?: ((row: T, actions: { rename: () => void }) => ReactNode) | undefined
  /** A class of the row such as `is-planned`. */
  rowClass?: (row: T) => string | undefined
  /** Without it the tree is read-only and has no drag handles. */
  onMove?: ((move: Move) => unknown) | undefined
  /** What is brought in from `beside`, by a `TreeSource` there. */
  onExternalDrop?: ((move: Move) => unknown) | undefined
  /** Shown wherever the caller puts it; rows can be dragged from it into the tree. */
  sidePanel?: ReactNode
  /** Which kinds may be at the top level; all by default. */
  rootAccepts?: (kind: string) => boolean
  /** Inline rename by F2 or the menu. */
  onRename?: ((row: T, title: string) => void) | undefined
  canRename?: (row: T) => boolean
  titleLimit?: number
  selection?: Selection | undefined
  /** Keys on the focused row that the tree doesn't handle itself. */
  onRowKey?: (event: KeyboardEvent, row: T) => void
  /** What those keys do, for the shortcut sheet. */
  documentedKeys?: readonly DocumentedShortcut[]
  /** Rows of 30 px instead of 36 without lines between them, for a tree that navigates what is next to it. */
  isSlim?: boolean
  /** Shown if there are no rows. */
  empty: ReactNode
}

type RendererName =
  | 'lead'
  | 'to'
  | 'after'
  | 'cells'
  | 'menu'
  | 'rowClass'
  | 'onRename'
  | 'canRename'
  | 'titleLimit'

/** How each row is rendered. Stable functions prevent rerenders of rows. */
export type RowRenderers<T extends TreeRow> = {
  readonly [K in RendererName]: TreeProps<T>[K] | undefined
} & {
  readonly onToggle: (id: string, open: boolean) => void
  /** A navigation tree marks the open row. */
  readonly isSlim: boolean
  readonly canMove: boolean
  readonly canSelect: boolean
  readonly onFocus: (id: string) => void
  readonly onChoose: (id: string, how: SelectionMode) => void
  readonly onRenaming: (id: string, is: boolean) => void
}

/** Whether a row can be renamed inline. */
export const isRenamable = <T extends TreeRow>(
  { onRename, canRename }: Pick<RowRenderers<T>, 'onRename' | 'canRename'>,
  row: T,
): boolean => onRename !== undefined && (canRename?.(row) ?? true)

/** Whether an event belongs to a control in the row; the drag handle doesn't count. */
export const isOnControl = ({ target, currentTarget }: SyntheticEvent): boolean =>
  !(target instanceof Element) ||
  !currentTarget.contains(target) ||
  target.closest('input, button:not(.grip), .menu') !== null

/** The same object as long as nothing in it changes, so that a new selection or a drag step rerenders few rows. */
export function useRowRenderers<T extends TreeRow>(
  props: TreeProps<T>,
  { onFocus, onChoose, onRenaming }: Pick<RowRenderers<T>, 'onFocus' | 'onChoose' | 'onRenaming'>,
): RowRenderers<T> {
  const { lead, to, after, cells, menu, rowClass, onRename, canRename, titleLimit, onToggle } = props
  const canMove = props.onMove !== undefined
  const isSlim = props.isSlim === true
  const canSelect = props.selection !== undefined
  return useMemo(
    () => ({
      ...{ lead, to, after, cells, menu, rowClass, onRename, canRename, titleLimit },
      ...{ onToggle, isSlim, canMove, canSelect, onFocus, onChoose, onRenaming },
    }),
    [
      ...[lead, to, after, cells, menu, rowClass, onRename, canRename, titleLimit],
      ...[onToggle, isSlim, canMove, canSelect, onFocus, onChoose, onRenaming],
    ],
  )
}

/** Shortcuts that work while nothing has focus, and the documentation of those that the rows handle. */
export function useTreeKeys<T extends TreeRow>(
  { rows, isSlim, selection, onMove, onRename, documentedKeys = [] }: TreeProps<T>,
  { goIn, chooseAll }: { goIn: () => void; chooseAll: () => void },
): void {
  const group = 'In lists and trees'
  const isOn = !isSlim && rows.length > 0
  useShortcuts(
    isOn
      ? [
          { keys: 'j', label: 'Next row', group, run: goIn },
          { keys: 'k', label: 'Previous row', group, run: goIn },
        ]
      : [],
  )
  useDocumentedShortcuts([
    { keys: 'arrowright', label: 'Expand the row' },
    { keys: 'arrowleft', label: 'Collapse the row' },
    { keys: 'enter', label: 'Open the row' },
    ...(selection
      ? [
          { keys: 'x', label: 'Select the row' },
          { keys: 'shift+arrowdown', label: 'Extend the selection to the next row' },
        ]
      : []),
    ...(onMove ? [{ keys: 'space', label: 'Pick up or drop the row' }] : []),
    ...(onRename ? [{ keys: 'f2', label: 'Rename' }] : []),
    ...documentedKeys,
  ])
  useShortcuts(selection ? [{ keys: 'mod+a', label: 'Select all', group, run: chooseAll }] : [])
}
