import { type DragStartEvent, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import {
  type Carrying,
  carry,
  type Move,
  moveOf,
  placeInWords,
  type Slot,
  type Stand,
  type Step,
  slotUnder,
  standAtHome,
  stepFrom,
  type TreeRow,
} from './tree-drop.ts'

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
  space: RefObject<HTMLElement | null>
}

type Hand = { id: string; by: 'pointer' | 'keys' }

/**
 * A row in the hand: by pointer and touch (dnd-kit) or by keys. Both choose among the same slots, say the same words
 * and end in the same move.
 */
export function useTreeCarry<T extends TreeRow>(given: CarryGiven<T>) {
  const { rows, isOpen, rootAccepts, onToggle, onMove } = given
  const [hand, setHand] = useState<Hand | null>(null)
  const [slot, setSlot] = useState<Slot | null>(null)
  const [spoken, setSpoken] = useState('')
  const stand = useRef<Stand | null>(null)
  const carrying = useMemo(
    () => (hand ? carry(hand.id, { rows, isOpen, rootAccepts }) : null),
    [hand, rows, isOpen, rootAccepts],
  )

  const aim = (next: Slot | null) => {
    setSlot((before) => (isSame(before, next) ? before : next))
    if (carrying && !isSame(slot, next))
      setSpoken(next ? placeInWords(carrying, next) : refusedHere(carrying.row))
  }
  const pickUp = (id: string, by: Hand['by']): boolean => {
    const picked = onMove && carry(id, { rows, isOpen, rootAccepts })
    if (!picked) return false
    stand.current = standAtHome(picked)
    setHand({ id, by })
    setSlot(picked.homeSlot)
    setSpoken(placeInWords(picked, picked.homeSlot))
    return true
  }
  const letGo = () => {
    setHand(null)
    setSlot(null)
    stand.current = null
  }
  const cancel = () => {
    if (carrying) setSpoken(`${carrying.row.title} went back to where it was`)
    letGo()
  }
  const drop = () => {
    const move = carrying && slot && moveOf(carrying, slot)
    if (carrying && move) {
      setSpoken(placeInWords(carrying, slot).replace(' is now ', ' moved, now '))
      send(onMove, move, () => setSpoken(`${carrying.row.title} went back to where it was`))
      letGo()
    } else cancel()
  }

  usePointer(hand?.by === 'pointer' && carrying !== null, given.space, (point, start) => {
    if (!carrying) return
    const over = rowUnder(point, given.space.current)
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
    onKeyDown,
    cancel,
    /** Whether dropping now would change anything. */
    isElsewhere: carrying !== null && slot !== null && moveOf(carrying, slot) !== null,
    dnd: {
      sensors,
      autoScroll,
      onDragStart: ({ active }: DragStartEvent) => void pickUp(String(active.id), 'pointer'),
      onDragEnd: drop,
      onDragCancel: cancel,
    },
  }
}

function send(onMove: ((move: Move) => unknown) | undefined, move: Move, onRefused: () => void): void {
  Promise.resolve(onMove?.(move)).catch(onRefused)
}

const refusedHere = (row: TreeRow): string => `${row.title} cannot be dropped here`

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

type Point = { x: number; y: number }

/** Beside a row means at its depth; each 20 pixels to the left of where the hand took the row mean one level out. */
const depthAt = ({ row, others }: Carrying, over: string): number =>
  (others.find((one) => one.id === over) ?? row).depth

const stepsLeft = (start: Point, now: Point): number => Math.max(0, Math.floor((start.x - now.x) / indent))

/** Which row lies under the pointer; above the first counts as the first, below the last as the last. */
function rowUnder(point: Point, space: HTMLElement | null): { over: string; part: number } | null {
  const rows = [...(space?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const boxes = rows
    .map((row) => ({ over: row.dataset.row ?? '', box: row.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top)
  const hit = boxes.find(({ box }) => point.y < box.bottom) ?? boxes.at(-1)
  if (!hit) return null
  return { over: hit.over, part: Math.min(1, Math.max(0, (point.y - hit.box.top) / hit.box.height)) }
}

/** Follows the pointer while it carries, and again when the list scrolls under it. */
function usePointer(
  isOn: boolean,
  space: RefObject<HTMLElement | null>,
  onPoint: (now: Point, start: Point) => void,
) {
  const latest = useRef(onPoint)
  latest.current = onPoint
  useEffect(() => {
    if (!isOn) return
    let start: Point | null = null
    let now: Point | null = null
    const tell = () => {
      if (start && now) latest.current(now, start)
    }
    const at = (point: Point) => {
      start ??= point
      now = point
      tell()
    }
    const onMouse = (event: MouseEvent) => at({ x: event.clientX, y: event.clientY })
    const onTouch = ({ touches }: TouchEvent) =>
      touches[0] && at({ x: touches[0].clientX, y: touches[0].clientY })
    const frame = space.current?.ownerDocument ?? document
    frame.addEventListener('mousemove', onMouse)
    frame.addEventListener('touchmove', onTouch)
    frame.addEventListener('scroll', tell, true)
    return () => {
      frame.removeEventListener('mousemove', onMouse)
      frame.removeEventListener('touchmove', onTouch)
      frame.removeEventListener('scroll', tell, true)
    }
  }, [isOn, space])
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
