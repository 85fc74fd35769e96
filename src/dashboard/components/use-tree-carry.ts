import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Arriving, carryIn, standBelow } from './tree-arriving.ts'
import {
  type Carrying,
  carry,
  isOutside,
  type Move,
  moveOf,
  type Slot,
  type Stand,
  type Step,
  slotUnder,
  standAtHome,
  stepFrom,
  type TreeRow,
} from './tree-drop.ts'
import { movedInWords, placeInWords, refusedInWords, wentBackInWords } from './tree-words.ts'

const indent = 20
const openAfter = 500
const byMouse = { activationConstraint: { distance: 4 } }
const byTouch = { activationConstraint: { delay: 250, tolerance: 6 } }
const autoScroll = { threshold: { x: 0, y: 0.15 } }

export type CarryGiven<T extends TreeRow> = {
  rows: readonly T[]
  isOpen: (id: string) => boolean
  rootAccepts: (kind: string) => boolean
  onToggle: (id: string, open: boolean) => void
  /** Answering a promise that rejects says that the row went back. */
  onMove: ((move: Move) => unknown) | undefined
  /** As `onMove`, for what comes from outside. */
  onArrive: ((move: Move) => unknown) | undefined
  /** The row that is current, below which what comes by keys begins. */
  current: string | null
  chosen: ReadonlySet<string> | undefined
  space: RefObject<HTMLElement | null>
  /** Which row lies at a height of the window, and how far down in it. */
  rowAt: (y: number) => { over: string; part: number } | null
  /** Whether a point of the window lies over the list, and how deep in the tree. */
  depthOver: (point: Point) => number | null
}

type Hand = {
  id: string
  by: 'pointer' | 'keys'
  /** What it brings from outside, and what comes after. */
  arriving?: Arriving & { readonly onEnd?: () => void }
}
export type ArrivingHand = NonNullable<Hand['arriving']>

/**
 * A row in the hand: by pointer and touch (dnd-kit) or by keys. Both choose among the same slots, say the same words
 * and end in the same move.
 */
export function useTreeCarry<T extends TreeRow>(given: CarryGiven<T>) {
  const { rows, isOpen, rootAccepts, onToggle, onMove, onArrive, chosen } = given
  const [hand, setHand] = useState<Hand | null>(null)
  const [slot, setSlot] = useState<Slot | null>(null)
  const [spoken, setSpoken] = useState('')
  const stand = useRef<Stand | null>(null)
  const pressed = useRef<string | null>(null)
  const source = useRef<ArrivingHand | null>(null)
  /** The slot as it was aimed at last, which may be ahead of what is drawn. */
  const aimed = useRef<Slot | null>(null)
  const carrying = useMemo(() => {
    if (hand?.arriving) return carryIn(hand.arriving, { rows, isOpen, rootAccepts })
    return hand ? carry(hand.id, { rows, isOpen, rootAccepts, chosen }) : null
  }, [hand, rows, isOpen, rootAccepts, chosen])

  const aim = (next: Slot | null) => {
    if (isSame(aimed.current, next)) return
    aimed.current = next
    setSlot(next)
    if (carrying) setSpoken(next ? placeInWords(carrying, next) : refusedInWords(carrying))
  }
  const pickUp = (id: string, by: Hand['by']): boolean => {
    const picked = onMove && carry(id, { rows, isOpen, rootAccepts, chosen })
    if (!picked) return false
    stand.current = standAtHome(picked)
    setHand({ id, by })
    aimed.current = picked.homeSlot
    setSlot(picked.homeSlot)
    setSpoken(placeInWords(picked, picked.homeSlot))
    return true
  }
  const takeIn = (arriving: ArrivingHand, by: Hand['by']): boolean => {
    if (!onArrive) return false
    const picked = carryIn(arriving, { rows, isOpen, rootAccepts })
    const begun = by === 'keys' ? standBelow(picked, given.current) : null
    if (by === 'keys' && !begun) return false
    stand.current = begun
    setHand({ id: picked.row.id, by, arriving })
    aimed.current = begun?.slot ?? null
    setSlot(aimed.current)
    setSpoken(begun ? placeInWords(picked, begun.slot) : refusedInWords(picked))
    return true
  }
  const letGo = () => {
    hand?.arriving?.onEnd?.()
    setHand(null)
    setSlot(null)
    aimed.current = null
    stand.current = null
  }
  const cancel = () => {
    if (carrying) setSpoken(wentBackInWords(carrying))
    letGo()
  }
  const drop = () => {
    catchUp()
    const at = aimed.current
    const move = carrying && at && moveOf(carrying, at)
    if (carrying && move) {
      setSpoken(movedInWords(carrying, at))
      send(isOutside(carrying) ? onArrive : onMove, move, () => setSpoken(wentBackInWords(carrying)))
      letGo()
    } else cancel()
  }

  const catchUp = usePointer(hand?.by === 'pointer' && carrying !== null, given.space, (point, start) => {
    if (!carrying) return
    if (isOutside(carrying)) return aim(slotFromOutside(carrying, given, point))
    const over = given.rowAt(point.y)
    if (over)
      aim(slotUnder(carrying, { ...over, depth: depthAt(carrying, over.over) - stepsLeft(start, point) }))
  })
  useOpening(hand?.by === 'pointer' && slot?.isInto ? slot.parentId : null, onToggle)

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (hand?.by !== 'keys' || !carrying || !stand.current) return hand?.by === 'pointer'
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') cancel()
    else if (event.key === ' ' || event.key === 'Enter') drop()
    else {
      const step = stepOf(event)
      if (!step) return true
      stand.current = stepFrom(carrying, stand.current, step)
      aim(stand.current.slot)
    }
    return true
  }

  const sensors = useSensors(useSensor(MouseSensor, byMouse), useSensor(TouchSensor, byTouch))
  return {
    hand,
    slot,
    carrying,
    spoken,
    pickUp,
    pressed,
    source,
    takeIn,
    onKeyDown,
    cancel,
    /** Whether dropping now would change anything. */
    isElsewhere: carrying !== null && slot !== null && moveOf(carrying, slot) !== null,
    dnd: {
      sensors,
      autoScroll,
      onDragStart: ({ active }: { active: { id: unknown } }) => {
        if (active.id === 'arriving') void (source.current && takeIn(source.current, 'pointer'))
        else if (pressed.current !== null) pickUp(pressed.current, 'pointer')
      },
      onDragEnd: drop,
      onDragCancel: cancel,
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

/** Beside a row means at its depth, further left means further out, and below all rows means at the top. */
function slotFromOutside<T extends TreeRow>(
  carrying: Carrying,
  { rowAt, depthOver }: CarryGiven<T>,
  point: Point,
): Slot | null {
  const depth = depthOver(point)
  if (depth === null) return null
  const over = rowAt(point.y)
  if (!over) return carrying.slotsIn(0)[0] ?? null
  return slotUnder(carrying, { ...over, depth: Math.min(depthAt(carrying, over.over), depth) })
}

/** Beside a row means at its depth; each 20 pixels to the left of where the hand took the row mean one level out. */
const depthAt = ({ row, others }: Carrying, over: string): number =>
  (others.find((one) => one.id === over) ?? row).depth

const stepsLeft = (start: Point, now: Point): number => Math.max(0, Math.floor((start.x - now.x) / indent))

/** Follows the pointer while it carries, and again when the list scrolls under it. */
function usePointer(
  isOn: boolean,
  space: RefObject<HTMLElement | null>,
  onPoint: (now: Point, start: Point) => void,
): () => void {
  const latest = useRef(onPoint)
  latest.current = onPoint
  const catchUp = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    if (!isOn) return
    let start: Point | null = null
    let now: Point | null = null
    let frame = 0
    const tellNow = () => {
      cancelAnimationFrame(frame)
      frame = 0
      if (start && now) latest.current(now, start)
    }
    // Once a frame is enough, however often the pointer and the list move within it.
    const tell = () => {
      frame ||= requestAnimationFrame(tellNow)
    }
    catchUp.current = tellNow
    const at = (point: Point) => {
      start ??= point
      now = point
      tell()
    }
    const onMouse = (event: MouseEvent) => at({ x: event.clientX, y: event.clientY })
    const onTouch = ({ touches }: TouchEvent) =>
      touches[0] && at({ x: touches[0].clientX, y: touches[0].clientY })
    const page = space.current?.ownerDocument ?? document
    page.addEventListener('mousemove', onMouse)
    page.addEventListener('touchmove', onTouch)
    page.addEventListener('scroll', tell, true)
    return () => {
      cancelAnimationFrame(frame)
      catchUp.current = undefined
      page.removeEventListener('mousemove', onMouse)
      page.removeEventListener('touchmove', onTouch)
      page.removeEventListener('scroll', tell, true)
    }
  }, [isOn, space])
  return () => catchUp.current?.()
}

/** Opens a closed branch that is pointed at for a while. */
function useOpening(id: string | null, onToggle: (id: string, open: boolean) => void): void {
  const latest = useRef(onToggle)
  latest.current = onToggle
  useEffect(() => {
    if (id === null) return
    const timer = setTimeout(() => latest.current(id, true), openAfter)
    return () => clearTimeout(timer)
  }, [id])
}
