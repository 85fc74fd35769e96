import { labels } from '../lib/labels.ts'
import { type ToastOptions, toast } from '../lib/toast.ts'

/** A finished action that can be undone, by the id of the toast that offers it. */
export type UndoEntry = { readonly id: number; readonly message: string; readonly run: () => void }

const MAX_ENTRIES = 20

let entries: readonly UndoEntry[] = []
const listeners = new Set<() => void>()

function setEntries(list: readonly UndoEntry[]): void {
  entries = list.slice(-MAX_ENTRIES)
  for (const listener of listeners) listener()
}

/**
 * Says what was done, in the past tense, and offers to undo it: by a click while the toast is on screen, and by the
 * keys z and Ctrl Z after that too.
 */
export function offerUndo(
  message: string,
  run: () => void,
  options: Omit<ToastOptions, 'action'> = {},
): void {
  const undo = () => {
    setEntries(entries.filter((entry) => entry.id !== id))
    run()
  }
  const id = toast.done(message, { ...options, action: { label: labels.undo, run: undo, isUndo: true } })
  setEntries([...entries, { id, message, run: undo }])
}

/** What can be undone now, the latest last. */
export const undoStack = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  entries: () => entries,
  /** Undoes the latest action. Says which one, if its message is no longer on screen. */
  undo: () => {
    const entry = entries.at(-1)
    if (!entry) return
    const isShown = toast.shown().some(({ id }) => id === entry.id)
    toast.dismiss(entry.id)
    if (!isShown) toast.done(`Undoing: ${entry.message}`)
    entry.run()
  },
  /** Forgets all actions, such as when another person signs in. */
  clear: () => setEntries([]),
}
