import type { LucideIcon } from 'lucide-react'

export type ToastAction = {
  label: string
  run: () => void
  /** Reverses what the toast reports; bound to the key z. */
  isUndo?: boolean
}

export type ToastOptions = {
  reason?: string
  icon?: LucideIcon
  action?: ToastAction
  /** The toast stays until this has ended, and its usual time after. */
  during?: Promise<unknown>
}

export type Toast = {
  id: number
  kind: 'done' | 'refused'
  text: string
} & ToastOptions

const MAX_TOASTS = 3
let lastId = 0
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

function setToasts(list: readonly Toast[]): void {
  toasts = list.slice(-MAX_TOASTS)
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], text: string, options: ToastOptions): number {
  const id = ++lastId
  setToasts([...toasts, { id, kind, text, ...options }])
  return id
}

/** Messages that come and go at the bottom left: one sentence in the past tense that names the object. */
export const toast = {
  /** `toast.done('Renamed “Handbook”')`. If it can be undone, use `offerUndo`. */
  done: (text: string, options: ToastOptions = {}) => add('done', text, options),
  /** `toast.refused('Couldn’t move “Handbook”', { reason: 'Its collection was deleted.' })` */
  refused: (text: string, options: ToastOptions = {}) => add('refused', text, options),
  dismiss: (id: number) => setToasts(toasts.filter((one) => one.id !== id)),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  shown: () => toasts,
}
