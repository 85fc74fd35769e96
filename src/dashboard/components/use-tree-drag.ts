import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import {
  type Drag,
  type DragPosition,
  initialPosition,
  isOutside,
  type Move,
  moveOf,
  nextPosition,
  type Slot,
  type Step,
  slotUnder,
  startDrag,
  type TreeRow,
} from './tree-drop.ts'
import {
  dragFromOutside,
  type ExternalItems,
  keyboardStartBelow,
  movedMessage,
  pickedUpMessage,
  positionMessage,
  refusalReason,
  refusedMessage,
  revertedMessage,
} from './tree-move.ts'
import type { Brought } from './tree-presses.ts'

const INDENT_PX = 20
const OPEN_DELAY_MS = 500

export type TreeDragOptions<T extends TreeRow> = {
  rows: readonly T[]
  isOpen: (id: string) => boolean
  rootAccepts: (kind: string) => boolean
  onToggle: (id: string, open: boolean) => void
  /** A promise that rejects means that the row went back. */
  onMove: ((move: Move) => unknown) | undefined
  /** Like `onMove`, for items from outside the tree. */
  onArrive: ((move: Move) => unknown) | undefined
  /** The focused row, below which a keyboard drag from outside starts. */
  current: string | null
  selected: ReadonlySet<string> | undefined
  space: RefObject<HTMLElement | null>
  /** Which row is at a y-coordinate of the window, and how far down in it. */
  rowAt: (y: number) => { over: string; part: number } | null
  /** The depth in the tree at a point of the window; null if it is not over the list. */
  depthOver: (point: Point) => number | null
}

type DragSession = {
  id: string
  by: 'pointer' | 'keys'
  /** What is dragged in from outside, and what to do when the drag ends. */
  arriving?: ExternalItems & { readonly onEnd?: () => void }
}
export type ExternalDrag = NonNullable<DragSession['arriving']>

/**
 * Dragging rows by pointer and touch (dnd-kit) or by keyboard. Both choose among the same slots, make the same
 * announcements and end in the same move.
 */
export function useTreeDrag<T extends TreeRow>(options: TreeDragOptions<T>) {
  const { rows, isOpen, rootAccepts, onToggle, onMove, onArrive, selected } = options
  const [session, setSession] = useState<DragSession | null>(null)
  const [slot, setSlot] = useState<Slot | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** Why the rows cannot land where the pointer is. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const keyPosition = useRef<DragPosition | null>(null)
  const pressedRowId = useRef<string | null>(null)
  const source = useRef<ExternalDrag | null>(null)
  /** The latest target slot, which may be ahead of what is rendered. */
  const targetSlot = useRef<Slot | null>(null)
  const drag = useMemo(() => {
    if (session?.arriving) return dragFromOutside(session.arriving, { rows, isOpen, rootAccepts })
    return session ? startDrag(session.id, { rows, isOpen, rootAccepts, selected }) : null
  }, [session, rows, isOpen, rootAccepts, selected])

  const aim = (next: Slot | null, reason: string | null = null) => {
    if (isSame(targetSlot.current, next) && reason === refusal) return
    setRefusal(reason)
    targetSlot.current = next
    setSlot(next)
    if (drag)
      setAnnouncement(next && reason === null ? positionMessage(drag, next) : refusedMessage(drag, reason))
  }
  const start = (id: string, by: DragSession['by']): boolean => {
    const picked = onMove && startDrag(id, { rows, isOpen, rootAccepts, selected })
    if (!picked) return false
    keyPosition.current = initialPosition(picked)
    setSession({ id, by })
    targetSlot.current = picked.homeSlot
    setSlot(picked.homeSlot)
    const message = by === 'keys' ? pickedUpMessage : positionMessage
    setAnnouncement(message(picked, picked.homeSlot))
    return true
  }
  const startExternal = (arriving: ExternalDrag, by: DragSession['by']): boolean => {
    if (!onArrive) return false
    const picked = dragFromOutside(arriving, { rows, isOpen, rootAccepts })
    const startPosition = by === 'keys' ? keyboardStartBelow(picked, options.current) : null
    if (by === 'keys' && !startPosition) return false
    keyPosition.current = startPosition
    setSession({ id: picked.row.id, by, arriving })
    targetSlot.current = startPosition?.slot ?? null
    setSlot(targetSlot.current)
    setAnnouncement(startPosition ? positionMessage(picked, startPosition.slot) : refusedMessage(picked))
    return true
  }
  const endDrag = () => {
    session?.arriving?.onEnd?.()
    setSession(null)
    setSlot(null)
    setRefusal(null)
    targetSlot.current = null
    keyPosition.current = null
  }
  const cancel = () => {
    if (drag) setAnnouncement(revertedMessage(drag))
    endDrag()
  }
  const drop = () => {
    flushPointer()
    const at = targetSlot.current
    const move = drag && at && moveOf(drag, at)
    if (drag && move) {
      setAnnouncement(movedMessage(drag, at))
      send(isOutside(drag) ? onArrive : onMove, move, () => setAnnouncement(revertedMessage(drag)))
      endDrag()
    } else cancel()
  }

  const flushPointer = usePointerPosition(
    session?.by === 'pointer' && drag !== null,
    options.space,
    (point, start) => {
      if (!drag) return
      if (isOutside(drag)) return aim(slotFromOutside(drag, options, point))
      const over = options.rowAt(point.y)
      if (!over) return
      const depth = depthAt(drag, over.over) - levelsOut(start, point)
      const under = slotUnder(drag, { ...over, depth })
      aim(under, refusalReason(drag, under, over.over))
    },
  )
  useOpenOnHover(session?.by === 'pointer' && slot?.isInto ? slot.parentId : null, onToggle)

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (session?.by !== 'keys' || !drag || !keyPosition.current) return session?.by === 'pointer'
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    else if (event.key === ' ' || event.key === 'Enter') drop()
    else {
      const step = stepOf(event)
      if (!step) return true
      keyPosition.current = nextPosition(drag, keyPosition.current, step)
      aim(keyPosition.current.slot)
    }
    return true
  }

  return {
    session,
    slot,
    refusal,
    drag,
    announcement,
    start,
    pressedRowId,
    source,
    startExternal,
    onKeyDown,
    cancel,
    /** Whether a drop would change anything now. */
    isElsewhere: drag !== null && slot !== null && moveOf(drag, slot) !== null,
    pointer: {
      onStart: (brought: Brought) => {
        if (brought === 'arriving') void (source.current && startExternal(source.current, 'pointer'))
        else if (pressedRowId.current !== null) start(pressedRowId.current, 'pointer')
      },
      onEnd: drop,
      onCancel: cancel,
    },
  }
}

function send(onMove: ((move: Move) => unknown) | undefined, move: Move, onRefused: () => void): void {
  Promise.resolve(onMove?.(move)).catch(onRefused)
}

const isSame = (a: Slot | null, b: Slot | null): boolean =>
  a === b || (a !== null && b !== null && a.parentId === b.parentId && a.index === b.index)

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'deeper',
  ArrowLeft: 'shallower',
}

function stepOf(event: KeyboardEvent): Step | undefined {
  if (event.key === 'Tab') return event.shiftKey ? 'shallower' : 'deeper'
  return steps[event.key]
}

export type Point = { x: number; y: number }

/** Next to a row means at its depth, further left means further out, and below all rows means the top level. */
function slotFromOutside<T extends TreeRow>(
  drag: Drag,
  { rowAt, depthOver }: TreeDragOptions<T>,
  point: Point,
): Slot | null {
  const depth = depthOver(point)
  if (depth === null) return null
  const over = rowAt(point.y)
  if (!over) return drag.slotsIn(0)[0] ?? null
  return slotUnder(drag, { ...over, depth: Math.min(depthAt(drag, over.over), depth) })
}

/** Next to a row means at its depth; each 20 pixels to the left of where the drag started mean one level out. */
const depthAt = ({ row, others }: Drag, over: string): number =>
  (others.find((one) => one.id === over) ?? row).depth

const levelsOut = (start: Point, now: Point): number => Math.max(0, Math.floor((start.x - now.x) / INDENT_PX))

/** Follows the pointer during a drag, also when the list scrolls under it. */
function usePointerPosition(
  isOn: boolean,
  space: RefObject<HTMLElement | null>,
  onPoint: (now: Point, start: Point) => void,
): () => void {
  const latest = useRef(onPoint)
  latest.current = onPoint
  const flushPointer = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (!isOn) return
    let start: Point | null = null
    let now: Point | null = null
    let frame = 0
    const flush = () => {
      cancelAnimationFrame(frame)
      frame = 0
      if (start && now) latest.current(now, start)
    }
    // Once per frame is enough, however often the pointer and the list move within it.
    const schedule = () => {
      frame ||= requestAnimationFrame(flush)
    }
    flushPointer.current = flush
    const at = (point: Point) => {
      start ??= point
      now = point
      schedule()
    }
    const onMouse = (event: MouseEvent) => at({ x: event.clientX, y: event.clientY })
    const onTouch = ({ touches }: TouchEvent) =>
      touches[0] && at({ x: touches[0].clientX, y: touches[0].clientY })
    const page = space.current?.ownerDocument ?? document
    page.addEventListener('mousemove', onMouse)
    page.addEventListener('touchmove', onTouch)
    page.addEventListener('scroll', schedule, true)
    return () => {
      cancelAnimationFrame(frame)
      flushPointer.current = undefined
      page.removeEventListener('mousemove', onMouse)
      page.removeEventListener('touchmove', onTouch)
      page.removeEventListener('scroll', schedule, true)
    }
  }, [isOn, space])
  return () => flushPointer.current?.()
}

/** Opens a closed branch when the pointer stays on it. */
function useOpenOnHover(id: string | null, onToggle: (id: string, open: boolean) => void): void {
  const latest = useRef(onToggle)
  latest.current = onToggle
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => latest.current(id, true), OPEN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [id])
}
