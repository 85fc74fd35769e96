import { DndContext, DragOverlay, pointerWithin } from '@dnd-kit/core'
import { clsx } from 'clsx'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useRowFocus } from '../hooks/use-row-focus.ts'
import { useVirtualRows } from '../hooks/use-virtual-rows.ts'
import { isTextInput } from '../lib/shortcuts.ts'
import { type Carrying, type Slot, type TreeRow, visibleRows } from './tree-drop.ts'
import { atPointer, Ghost } from './tree-ghost.tsx'
import { TreeLine } from './tree-line.tsx'
import { mayRename, type TreeProps } from './tree-props.ts'
import { TreeSources, useSources } from './tree-source.tsx'
import { TreeSpace } from './tree-space.tsx'
import { wayOf } from './tree-ways.ts'
import { useLineKit, useTreeKeys } from './use-line-kit.ts'
import { useRowSelection } from './use-row-selection.ts'
import { type Point, useTreeCarry } from './use-tree-carry.ts'

const anything = () => true

/**
 * The one tree: rows are virtual, the outer element must be a `.scroll` or `.pane`. Arrows walk, Space takes a row up,
 * F2 renames, x selects, with Shift as far as one goes.
 */
export function Tree<T extends TreeRow>(props: TreeProps<T>) {
  const { label, rows, isOpen, onToggle, columns, selection, onMove, rootAccepts = anything } = props
  const space = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => visibleRows(rows, isOpen), [rows, isOpen])
  const parents = useMemo(() => new Set(rows.map((row) => row.parentId)), [rows])
  const [current, setCurrent] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const view = useRef<{ rowHeight: number; shown: readonly T[] }>({ rowHeight: 0, shown })
  const rowAt = (y: number) => rowUnder(y, space.current, view.current)
  const chosen = selection?.ids
  const held = useTreeCarry({
    ...{ rows, isOpen, rootAccepts, onToggle, onMove, chosen, space, rowAt, current },
    onArrive: props.onArrive,
    depthOver: (point) => depthOver(point, space.current, view.current),
  })
  const places = useMemo(() => new Map(shown.map((row, index) => [row.id, index])), [shown])
  const placeOf = (id: string | null | undefined) => (id ? (places.get(id) ?? -1) : -1)
  const pinned = [current, held.hand?.id, renaming].map(placeOf)
  const { items, height, margin, rowHeight, scrollTo } = useVirtualRows(
    space,
    shown.length,
    pinned,
    props.isSlim,
  )
  view.current = { rowHeight, shown }
  const focus = useRowFocus(space, current)
  const { choose, chooseAll, endRange } = useRowSelection(selection, shown, current)

  useFollow(held.hand?.by === 'keys' ? held.slot : null, placeOf, scrollTo)

  const onRenaming = useCallback(
    (id: string, is: boolean) => {
      setRenaming(is ? id : null)
      if (!is) focus(id)
    },
    [focus],
  )
  const kit = useLineKit(props, { onFocus: setCurrent, onChoose: choose, onRenaming })
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
    if (held.onKeyDown(event)) return
    const at = placeOf(current)
    const row = shown[at]
    if (!row || isTextInput(event.target) || !isOurs(event)) return
    if (isForPickingUp(event)) {
      if (mayPickUp(event) && held.pickUp(row.id, 'keys')) event.preventDefault()
      return
    }
    const way = wayOf(event, { shown, at, isOpen })
    if (way === null) return onOther(event, row)
    event.preventDefault()
    if ('open' in way) onToggle(row.id, way.open)
    else walkTo(way.go, event.shiftKey && selection !== undefined)
  }
  const onOther = (event: React.KeyboardEvent, row: T) => {
    const mod = event.metaKey || event.ctrlKey || event.altKey
    if (event.key === 'Enter' && !isOnControl(event)) openTitle(space.current, row.id)
    else if (event.key === 'F2' && mayRename(kit, row)) setRenaming(row.id)
    else if (event.key === 'x' && !mod && selection) choose(row.id)
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.onChange(new Set())
    else return props.onRowKey?.(event, row)
    event.preventDefault()
  }
  useTreeKeys(props, { goIn: () => goTo(Math.max(0, placeOf(current))), chooseAll })

  const first = shown[0]?.id ?? null
  const isCurrentShown = placeOf(current) >= 0
  const lineUnder = held.isElsewhere && held.slot && !held.slot.isInto ? held.slot : null
  const sources = useSources(held.source, (arriving) => {
    const isTaken = held.takeIn(arriving, 'keys')
    if (isTaken && !goTo(Math.max(0, placeOf(current)))) grid.current?.focus()
    return isTaken
  })
  if (rows.length === 0 && !props.beside) return <>{props.empty}</>
  return (
    <DndContext {...held.dnd} collisionDetection={pointerWithin} accessibility={{ container: silent() }}>
      <TreeSources value={sources}>{props.beside}</TreeSources>
      <div role="status" aria-live="assertive" className="sr">
        {held.spoken}
      </div>
      <div
        ref={grid}
        tabIndex={-1}
        className={clsx(
          'rows tree',
          rows.length === 0 && 'is-empty',
          held.isElsewhere && rows.length === 0 && 'is-into',
          props.className,
          props.isSlim && 'is-slim',
          held.hand && 'is-carrying',
          selection && 'has-check',
        )}
        role="treegrid"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          if (held.hand?.by === 'keys' && !event.currentTarget.contains(event.relatedTarget)) held.cancel()
        }}
      >
        <div className="row-head" role="row" aria-rowindex={1}>
          {columns.map((column, at) => (
            <span role="columnheader" key={at} className={column.className}>
              {column.head}
            </span>
          ))}
        </div>
        <TreeSpace space={space} height={height} pressed={held.pressed}>
          {items.map(({ index, start }) => {
            const row = shown[index]
            if (!row) return null
            return (
              <TreeLine
                key={row.id}
                row={row}
                index={index}
                top={start - margin}
                kit={kit}
                isOpen={isOpen(row.id)}
                isBranch={row.isBranch ?? parents.has(row.id)}
                isCurrent={row.id === (isCurrentShown ? current : first)}
                isChosen={selection?.ids.has(row.id) ?? false}
                isRenaming={renaming === row.id}
                isCarried={held.carrying?.ids.includes(row.id) ?? false}
                isInto={held.slot?.isInto === true && held.isElsewhere && held.slot.parentId === row.id}
                isTarget={held.isElsewhere && held.slot?.parentId === row.id}
                {...lineOf(lineUnder, row.id, index)}
              />
            )
          })}
        </TreeSpace>
        {rows.length === 0 && props.empty}
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={[atPointer]} zIndex={80}>
          {held.hand?.by === 'pointer' && held.carrying && (
            <Ghost held={held} lead={leadOf(props, held.carrying)} />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

/** The mark of the row; several rows have none. */
function leadOf<T extends TreeRow>(props: TreeProps<T>, { row: { id }, ids }: Carrying): ReactNode {
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

/** Space presses a control that has the focus, unless that is the grip. */
const mayPickUp = (event: React.KeyboardEvent): boolean => isOnGrip(event) || !isOnControl(event)

/** Presses in a menu that was opened from a row reach us too, but are not about the row. */
const isOurs = (event: React.KeyboardEvent): boolean =>
  event.target instanceof Node && event.currentTarget.contains(event.target)

const isOnControl = (event: React.KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest('button, a, input') !== null

function openTitle(space: HTMLElement | null, id: string): void {
  space?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] a.title`)?.click()
}

/** The tree speaks for itself; what the library would say goes to an element that nobody hears. */
const silent = (() => {
  let element: HTMLElement | undefined
  return () => {
    element ??= document.createElement('div')
    return element
  }
})()

/** Which row lies at a height; above the first counts as the first, below the last as the last. */
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

const indent = 20

/** How deep in the tree a point lies; null when it is not over the list, such as beside it. */
function depthOver(
  { x, y }: Point,
  space: HTMLElement | null,
  { rowHeight }: { rowHeight: number },
): number | null {
  const box = space?.closest('.scroll, .pane')?.getBoundingClientRect()
  if (!box || rowHeight === 0) return null
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null
  const below = y > (space?.getBoundingClientRect().bottom ?? 0) + rowHeight / 4
  return below ? 0 : Math.max(0, Math.floor((x - box.left - 2 * indent) / indent))
}

/** Keeps the place of a row that is carried by keys in view. */
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
