import { clsx } from 'clsx'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRowFocus, useVirtualRows } from '../hooks/use-rows.ts'
import { isTextInput } from '../lib/shortcuts.ts'
import { DragPreview, PointerDrag, TreeDragContext, useDragSources } from './tree-drag.tsx'
import { type Drag, type Slot, type TreeRow, visibleRows } from './tree-drop.ts'
import { keyAction, useRowSelection } from './tree-navigation.ts'
import { createPresses } from './tree-presses.ts'
import { isRenamable, type TreeProps, useRowRenderers, useTreeKeys } from './tree-props.ts'
import { TreeRows, TreeRowView } from './tree-row.tsx'
import { type Point, useTreeDrag } from './use-tree-drag.ts'

const acceptAll = () => true

/**
 * A virtualized tree grid; an ancestor must be a `.scroll` or `.pane`. Arrow keys navigate, Space starts and ends a
 * drag, F2 renames, x selects, and Shift with the arrow keys extends the selection.
 */
export function Tree<T extends TreeRow>(props: TreeProps<T>) {
  const { label, rows, isOpen, onToggle, columns, selection, onMove, rootAccepts = acceptAll } = props
  const space = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => visibleRows(rows, isOpen), [rows, isOpen])
  const parents = useMemo(() => new Set(rows.map((row) => row.parentId)), [rows])
  const [current, setCurrent] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const view = useRef<{ rowHeight: number; shown: readonly T[] }>({ rowHeight: 0, shown })
  const rowAt = (y: number) => rowUnder(y, space.current, view.current)
  const selected = selection?.ids
  const dragging = useTreeDrag({
    ...{ rows, isOpen, rootAccepts, onToggle, onMove, selected, space, rowAt, current },
    onArrive: props.onExternalDrop,
    depthOver: (point) => depthOver(point, space.current, view.current),
  })
  const places = useMemo(() => new Map(shown.map((row, index) => [row.id, index])), [shown])
  const placeOf = (id: string | null | undefined) => (id ? (places.get(id) ?? -1) : -1)
  const pinned = [current, dragging.session?.id, renaming].map(placeOf)
  const { items, height, rowHeight, scrollTo } = useVirtualRows(space, shown.length, pinned, props.isSlim)
  view.current = { rowHeight, shown }
  const focus = useRowFocus(space, current)
  const { choose, chooseAll, endRange } = useRowSelection(selection, shown, current)

  useFollow(dragging.session?.by === 'keys' ? dragging.slot : null, placeOf, scrollTo)

  const onRenaming = useCallback(
    (id: string, is: boolean) => {
      setRenaming(is ? id : null)
      if (!is) focus(id)
    },
    [focus],
  )
  const kit = useRowRenderers(props, { onFocus: setCurrent, onChoose: choose, onRenaming })
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(shown.length - 1, index))
    const row = shown[to]
    if (!row) return
    setCurrent(row.id)
    scrollTo(to)
    focus(row.id)
    return row
  }
  const walkTo = (index: number, isChoosing: boolean) => {
    const to = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (!isChoosing) endRange()
    else if (to) choose(to.id, 'range')
    goTo(index)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (dragging.onKeyDown(event)) return
    const at = placeOf(current)
    const row = shown[at]
    if (!row || isTextInput(event.target) || !isOurs(event)) return
    if (isForPickingUp(event)) {
      if (mayPickUp(event) && dragging.start(row.id, 'keys')) event.preventDefault()
      return
    }
    const way = keyAction(event, { shown, at, isOpen })
    if (way === null) return onOther(event, row)
    event.preventDefault()
    if ('open' in way) onToggle(row.id, way.open)
    else walkTo(way.go, event.shiftKey && selection !== undefined)
  }
  const onOther = (event: React.KeyboardEvent, row: T) => {
    const mod = event.metaKey || event.ctrlKey || event.altKey
    if (event.key === 'Enter' && !isOnControl(event)) openTitle(space.current, row.id)
    else if (event.key === 'F2' && isRenamable(kit, row)) setRenaming(row.id)
    else if (event.key === 'x' && !mod && selection) choose(row.id)
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.onChange(new Set())
    else return props.onRowKey?.(event, row)
    event.preventDefault()
  }
  useTreeKeys(props, { goIn: () => goTo(Math.max(0, placeOf(current))), chooseAll })

  const first = shown[0]?.id ?? null
  const isCurrentShown = placeOf(current) >= 0
  const lineUnder = dragging.isElsewhere && dragging.slot && !dragging.slot.isInto ? dragging.slot : null
  const [presses] = useState(createPresses)
  const sources = useDragSources(dragging.source, presses, (arriving) => {
    const isTaken = dragging.startExternal(arriving, 'keys')
    if (isTaken && !goTo(Math.max(0, placeOf(current)))) grid.current?.focus()
    return isTaken
  })
  if (rows.length === 0 && !props.sidePanel) return <>{props.empty}</>
  return (
    <>
      <TreeDragContext value={sources}>{props.sidePanel}</TreeDragContext>
      <div role="status" aria-live="assertive" className="sr">
        {dragging.announcement}
      </div>
      <div
        ref={grid}
        tabIndex={-1}
        className={clsx(
          'rows tree',
          rows.length === 0 && 'is-empty',
          dragging.isElsewhere && rows.length === 0 && 'is-into',
          props.className,
          props.isSlim && 'is-slim',
          dragging.session && 'is-carrying',
          selection && 'has-check',
        )}
        role="treegrid"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (dragging.session?.by === 'keys' && !event.currentTarget.contains(event.relatedTarget))
            dragging.cancel()
        }}
      >
        <div className="row-head" role="row" aria-rowindex={1}>
          {columns.map((column, at) => (
            <span role="columnheader" key={at} className={column.className}>
              {column.head}
            </span>
          ))}
        </div>
        <TreeRows space={space} height={height} pressedRowId={dragging.pressedRowId} presses={presses}>
          {items.map(({ index, top }) => {
            const row = shown[index]
            if (!row) return null
            return (
              <TreeRowView
                key={row.id}
                row={row}
                index={index}
                top={top}
                renderers={kit}
                isOpen={isOpen(row.id)}
                isBranch={row.isBranch ?? parents.has(row.id)}
                isCurrent={row.id === (isCurrentShown ? current : first)}
                isSelected={selection?.ids.has(row.id) ?? false}
                isRenaming={renaming === row.id}
                isDragged={dragging.drag?.ids.includes(row.id) ?? false}
                isInto={
                  dragging.slot?.isInto === true && dragging.isElsewhere && dragging.slot.parentId === row.id
                }
                isTarget={dragging.isElsewhere && dragging.slot?.parentId === row.id}
                {...lineOf(lineUnder, row.id, index)}
              />
            )
          })}
        </TreeRows>
        {rows.length === 0 && props.empty}
      </div>
      {(onMove || props.onExternalDrop) && (
        <PointerDrag
          {...dragging.pointer}
          presses={presses}
          space={space}
          preview={
            dragging.session?.by === 'pointer' &&
            dragging.drag && <DragPreview dragging={dragging} lead={leadOf(props, dragging.drag)} />
          }
        />
      )}
    </>
  )
}

/** The icon of the dragged row; several rows have none. */
function leadOf<T extends TreeRow>(props: TreeProps<T>, { row: { id }, ids }: Drag): ReactNode {
  const row = ids.length === 1 ? props.rows.find((one) => one.id === id) : undefined
  return row && props.lead?.(row, false)
}

function lineOf(
  slot: Slot | null,
  id: string,
  index: number,
): { lineDepth: number | null; isLineTop: boolean } {
  const isTop = slot?.lineAfter === null && index === 0
  return { lineDepth: slot && (isTop || slot.lineAfter === id) ? slot.depth : null, isLineTop: isTop }
}

const isOnGrip = ({ target }: React.KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.grip') !== null

const isForPickingUp = (event: React.KeyboardEvent): boolean =>
  event.key === ' ' || (event.key === 'Enter' && isOnGrip(event))

/** Space activates a focused control, unless it is the drag handle. */
const mayPickUp = (event: React.KeyboardEvent): boolean => isOnGrip(event) || !isOnControl(event)

/** React also bubbles keys from a menu opened by a row, which are not about the row. */
const isOurs = (event: React.KeyboardEvent): boolean =>
  event.target instanceof Node && event.currentTarget.contains(event.target)

const isOnControl = (event: React.KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, input') !== null

function openTitle(space: HTMLElement | null, id: string): void {
  space?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a.title`)?.click()
}

/** Which row is at a y-coordinate; above the first counts as the first, below the last as the last. */
function rowUnder(
  y: number,
  space: HTMLElement | null,
  { rowHeight, shown }: { rowHeight: number; shown: readonly TreeRow[] },
): { over: string; part: number } | null {
  if (!space || rowHeight === 0) return null
  const down = (y - space.getBoundingClientRect().top) / rowHeight
  const index = Math.max(0, Math.min(shown.length - 1, Math.floor(down)))
  const row = shown[index]
  return row ? { over: row.id, part: Math.min(1, Math.max(0, down - index)) } : null
}

const INDENT_PX = 20

/** The depth in the tree at a point; null if it is not over the list. */
function depthOver(
  { x, y }: Point,
  space: HTMLElement | null,
  { rowHeight }: { rowHeight: number },
): number | null {
  const box = space?.closest('.scroll, .pane')?.getBoundingClientRect()
  if (!box || rowHeight === 0) return null
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null
  const below = y > (space?.getBoundingClientRect().bottom ?? 0) + rowHeight / 4
  return below ? 0 : Math.max(0, Math.floor((x - box.left - 2 * INDENT_PX) / INDENT_PX))
}

/** Scrolls the target of a keyboard drag into view. */
function useFollow(
  slot: Slot | null,
  placeOf: (id: string | null) => number,
  scrollTo: (index: number) => void,
): void {
  const index = slot ? placeOf(slot.lineAfter) : -1
  const latest = useRef(scrollTo)
  latest.current = scrollTo
  useEffect(() => {
    if (slot) latest.current(Math.max(0, index))
  }, [slot, index])
}
