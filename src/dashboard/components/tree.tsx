import { DndContext, DragOverlay, type Modifier } from '@dnd-kit/core'
import { clsx } from 'clsx'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useKeptFocus } from '../hooks/use-kept-focus.ts'
import { useVirtualRows } from '../hooks/use-virtual-rows.ts'
import { isWriting } from '../lib/keys.ts'
import { type Slot, type TreeRow, visibleRows } from './tree-drop.ts'
import { TreeLine } from './tree-line.tsx'
import { mayRename, type TreeProps } from './tree-props.ts'
import { toggled, wayOf } from './tree-ways.ts'
import { useTreeCarry } from './use-tree-carry.ts'

const anything = () => true

/**
 * The one tree: rows are virtual, the outer element must be a `.scroll` or `.pane`. Arrows walk, Space takes a row up,
 * F2 renames, x selects.
 */
export function Tree<T extends TreeRow>(props: TreeProps<T>) {
  const { label, rows, isOpen, onToggle, columns, selection, onMove, rootAccepts = anything } = props
  const space = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => visibleRows(rows, isOpen), [rows, isOpen])
  const parents = useMemo(() => new Set(rows.map((row) => row.parentId)), [rows])
  const [current, setCurrent] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const held = useTreeCarry({ rows, isOpen, rootAccepts, onToggle, onMove, space })
  const pinned = [current, held.hand?.id, renaming].map((id) => shown.findIndex((row) => row.id === id))
  const { items, height, margin, scrollTo } = useVirtualRows(space, shown.length, pinned, props.isSlim)
  const focus = useKeptFocus(space, current)

  useFollow(held.hand?.by === 'keys' ? held.slot : null, shown, scrollTo)

  const onRenaming = useCallback(
    (id: string, is: boolean) => {
      setRenaming(is ? id : null)
      if (!is) focus(id)
    },
    [focus],
  )
  const goTo = (index: number) => {
    const row = shown[Math.max(0, Math.min(shown.length - 1, index))]
    if (!row) return
    setCurrent(row.id)
    scrollTo(shown.indexOf(row))
    focus(row.id)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (held.onKeyDown(event)) return
    const at = shown.findIndex((row) => row.id === current)
    const row = shown[at]
    if (!row || isWriting(event.target) || !isOurs(event)) return
    const isOnGrip = event.target instanceof Element && event.target.closest('.grip') !== null
    if (event.key === ' ' || (event.key === 'Enter' && isOnGrip)) {
      if (isOnControl(event) && !isOnGrip) return
      if (held.pickUp(row.id, 'keys')) event.preventDefault()
      return
    }
    const way = wayOf(event, { shown, at, isOpen })
    if (way === null) return onOther(event, row)
    event.preventDefault()
    if ('go' in way) goTo(way.go)
    else onToggle(row.id, way.open)
  }
  const onOther = (event: React.KeyboardEvent, row: T) => {
    const mod = event.metaKey || event.ctrlKey || event.altKey
    if (event.key === 'Enter' && !isOnControl(event)) openTitle(space.current, row.id)
    else if (event.key === 'F2' && mayRename(props, row)) setRenaming(row.id)
    else if (event.key === 'x' && !mod && selection) selection.onChange(toggled(selection.ids, row.id))
    else if (event.key === 'Escape' && selection && selection.ids.size > 0) selection.onChange(new Set())
    else return props.onRowKey?.(event, row)
    event.preventDefault()
  }

  if (rows.length === 0) return <>{props.empty}</>
  const first = shown[0]?.id ?? null
  const isCurrentShown = shown.some((row) => row.id === current)
  const lineUnder = held.isElsewhere && held.slot && !held.slot.isInto ? held.slot : null
  return (
    <DndContext {...held.dnd} accessibility={{ container: silent() }}>
      <div role="status" aria-live="assertive" className="sr">
        {held.spoken}
      </div>
      <div
        className={clsx(
          'rows tree',
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
        <div className="tree-space" role="rowgroup" ref={space} style={{ height }}>
          {items.map(({ index, start }) => {
            const row = shown[index]
            if (!row) return null
            return (
              <TreeLine
                key={row.id}
                row={row}
                index={index}
                top={start - margin}
                tree={props}
                isOpen={isOpen(row.id)}
                isBranch={row.isBranch ?? parents.has(row.id)}
                isCurrent={row.id === (isCurrentShown ? current : first)}
                isRenaming={renaming === row.id}
                isCarried={held.hand?.id === row.id}
                isInto={held.slot?.isInto === true && held.isElsewhere && held.slot.parentId === row.id}
                isTarget={held.isElsewhere && held.slot?.parentId === row.id}
                {...lineOf(lineUnder, row.id, index)}
                onFocus={setCurrent}
                onRenaming={onRenaming}
                shown={shown}
              />
            )
          })}
        </div>
      </div>
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={[atPointer]} zIndex={80}>
          {held.hand?.by === 'pointer' && held.carrying && (
            <Ghost
              title={held.carrying.row.title}
              lead={leadOf(props, held.carrying.row.id)}
              to={wordsFor(held)}
            />
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

type HeldWords = Pick<ReturnType<typeof useTreeCarry>, 'slot' | 'carrying'>

/** Where it would land, in the ghost's few words. */
function wordsFor({ slot, carrying }: HeldWords): { text: string; isRefused: boolean } | null {
  if (!carrying) return null
  if (!slot) return { text: 'not here', isRefused: true }
  if (slot.parentId === carrying.homeSlot.parentId) return null
  const parent = carrying.others.find((row) => row.id === slot.parentId)
  return { text: parent ? `into ${parent.title}` : 'to the top', isRefused: false }
}

const Ghost = ({ title, lead, to }: { title: string; lead: ReactNode; to: ReturnType<typeof wordsFor> }) => (
  <span className="drag-ghost">
    {lead}
    {title}
    {to && <span className={clsx('to', to.isRefused && 'is-refused')}>{to.text}</span>}
  </span>
)

function leadOf<T extends TreeRow>(props: TreeProps<T>, id: string): ReactNode {
  const row = props.rows.find((one) => one.id === id)
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

/** Puts the ghost beside the pointer, wherever in the row it was taken. */
const atPointer: Modifier = ({ activatorEvent, draggingNodeRect, transform }) => {
  const point = pointOf(activatorEvent)
  if (!point || !draggingNodeRect) return transform
  return {
    ...transform,
    x: transform.x + point.x - draggingNodeRect.left + 9,
    y: transform.y + point.y - draggingNodeRect.top + 9,
  }
}

function pointOf(event: Event | null): { x: number; y: number } | null {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY }
  const touch =
    typeof TouchEvent !== 'undefined' && event instanceof TouchEvent ? event.touches[0] : undefined
  return touch ? { x: touch.clientX, y: touch.clientY } : null
}

/** Keeps the place of a row that is carried by keys in view. */
function useFollow(slot: Slot | null, shown: readonly TreeRow[], scrollTo: (index: number) => void): void {
  const index = slot ? shown.findIndex((row) => row.id === slot.lineAfter) : -1
  const latest = useRef(scrollTo)
  latest.current = scrollTo
  useEffect(() => {
    if (slot) latest.current(Math.max(0, index))
  }, [slot, index])
}
