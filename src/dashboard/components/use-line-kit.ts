import { useMemo } from 'react'
import { useDocumentedShortcuts, useShortcuts } from '../hooks/use-shortcuts.ts'
import type { TreeRow } from './tree-drop.ts'
import type { LineKit, TreeProps } from './tree-props.ts'

/** The same object as long as nothing in it changes, so that a new choice or a step of a drag draws few rows anew. */
export function useLineKit<T extends TreeRow>(
  props: TreeProps<T>,
  { onFocus, onChoose, onRenaming }: Pick<LineKit<T>, 'onFocus' | 'onChoose' | 'onRenaming'>,
): LineKit<T> {
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

/** What works while nothing has the focus, into the rows and all of them at once, and what the rows hear themselves. */
export function useTreeKeys<T extends TreeRow>(
  { rows, isSlim, selection, onMove, onRename, told = [] }: TreeProps<T>,
  { goIn, chooseAll }: { goIn: () => void; chooseAll: () => void },
): void {
  const group = 'In lists and trees'
  const isOn = !isSlim && rows.length > 0
  useShortcuts(isOn ? [{ keys: 'j', label: 'Next row', group, run: goIn }] : [])
  useDocumentedShortcuts([
    { keys: 'k', label: 'Row before' },
    { keys: 'arrowright', label: 'Open the branch' },
    { keys: 'arrowleft', label: 'Close the branch' },
    { keys: 'enter', label: 'Open the row' },
    ...(selection
      ? [
          { keys: 'x', label: 'Select the row' },
          { keys: 'shift+arrowdown', label: 'Select on to the next row' },
        ]
      : []),
    ...(onMove ? [{ keys: 'space', label: 'Take the row up, put it down' }] : []),
    ...(onRename ? [{ keys: 'f2', label: 'Rename in place' }] : []),
    ...told,
  ])
  useShortcuts(selection ? [{ keys: 'mod+a', label: 'Select all', group, run: chooseAll }] : [])
}
