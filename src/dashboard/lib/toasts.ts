import type { LucideIcon } from 'lucide-react'

export type ToastAct = {
  label: string
  run: () => void /** Takes the act back; bound to the key z. */
  isUndo?: boolean
}

export type Toast = {
  id: number
  kind: 'done' | 'refused'
  text: string
  reason?: string | undefined
  icon?: LucideIcon | undefined
  act?: ToastAct | undefined
  /** What it tells of is still going on; it stays until that has ended, and its time after. */
  during?: Promise<unknown> | undefined
}

type More = { reason?: string; icon?: LucideIcon; act?: ToastAct; during?: Promise<unknown> }

const atMost = 3
let last = 0
let shown: readonly Toast[] = []
const listeners = new Set<() => void>()

function show(list: readonly Toast[]): void {
  shown = list.slice(-atMost)
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], text: string, more: More): number {
  const id = ++last
  show([...shown, { id, kind, text, ...more }])
  return id
}

/** Messages that come and go at the bottom left. One past-tense sentence naming the thing. */
export const toast = {
  /** `toast.done('Renamed “Handbook”')` */
  done: (text: string, more: More = {}) => add('done', text, more),
  /** Says what was done and offers to take it back, by click or by the key z. */
  undoable: (text: string, undo: () => void, more: Omit<More, 'act'> = {}) =>
    add('done', text, { ...more, act: { label: 'Undo', run: undo, isUndo: true } }),
  /** `toast.refused('“Handbook” went back', { reason: 'Its collection was deleted.' })` */
  refused: (text: string, more: More = {}) => add('refused', text, more),
  dismiss: (id: number) => show(shown.filter((one) => one.id !== id)),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  shown: () => shown,
}
