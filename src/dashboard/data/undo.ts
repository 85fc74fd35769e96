import { labels } from '../lib/labels.ts'
import { type ToastOptions, toast } from '../lib/toast.ts'

/** A finished action that can be undone, by the id of the toast that offers it. */
export type UndoEntry = { readonly id: number; readonly run: () => void }

let entries: readonly UndoEntry[] = []

// An action can be undone as long as its toast is on screen.
toast.subscribe(() => {
  const shown = new Set(toast.shown().map(({ id }) => id))
  if (entries.some(({ id }) => !shown.has(id))) entries = entries.filter(({ id }) => shown.has(id))
})

/** Says what was done, in the past tense, and offers to undo it by a click or the key z. */
export function offerUndo(
  message: string,
  run: () => void,
  options: Omit<ToastOptions, 'action'> = {},
): void {
  const id = toast.done(message, { ...options, action: { label: labels.undo, run, isUndo: true } })
  entries = [...entries, { id, run }]
}

/** What can be undone now, the latest last. */
export const undoStack = {
  subscribe: toast.subscribe,
  entries: () => entries,
  /** Undoes the latest action. */
  undo: () => {
    const entry = entries.at(-1)
    if (!entry) return
    toast.dismiss(entry.id)
    entry.run()
  },
}
