import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { registerShortcuts, type Shortcut } from '../lib/shortcuts.ts'

/** Something that can be done in a view: from the command palette, and by its shortcut. */
export type Action = {
  /** Stable within the view. */
  id: string
  /** Verb and object: `New space`. */
  label: string
  icon?: LucideIcon
  /** As in `lib/shortcuts.ts`; bound while the view is on screen. */
  keys?: string
  /** What it applies to, in faint text: `in Product documentation`. */
  where?: string
  run: () => void
}

/** Offers actions in the palette, and by their shortcuts, while the caller is on screen. */
export function useActions(actions: readonly Action[]): void {
  const latest = useRef(actions)
  latest.current = actions
  const names = actions.map(({ id, label, keys, where }) => [id, label, keys, where].join('\t')).join('\n')
  useEffect(
    () =>
      registerActions(
        latest.current.map((action, index) => ({ ...action, run: () => latest.current[index]?.run() })),
      ),
    [names],
  )
  useShortcuts(
    actions.flatMap(({ keys, label, run }) => (keys ? [{ keys, label, group: 'On this page', run }] : [])),
  )
}

const layers: (readonly Action[])[] = []
const listeners = new Set<() => void>()
let snapshot: readonly Action[] = []

function registerActions(actions: readonly Action[]): () => void {
  layers.push(actions)
  notifyListeners()
  return () => {
    layers.splice(layers.indexOf(actions), 1)
    notifyListeners()
  }
}

function notifyListeners(): void {
  snapshot = layers.toReversed().flat()
  for (const listener of listeners) listener()
}

/** The actions available now, those of the innermost view first. */
export const actionStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  all: () => snapshot,
}

/** Binds shortcuts while the caller is on screen. What they run may change on every render; the keys may too. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const names = shortcuts.map(({ keys, label, group }) => `${keys}\t${label}\t${group}`).join('\n')
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map((shortcut, index) => ({
          ...shortcut,
          run: (event) => latest.current[index]?.run(event),
        })),
      ),
    [names],
  )
}

export type DocumentedShortcut = { readonly keys: string; readonly label: string }

/** Lists keys on the shortcut sheet that rows handle themselves while they have focus. */
export const useDocumentedShortcuts = (list: readonly DocumentedShortcut[]): void =>
  useShortcuts(
    list.map((shortcut) => ({
      ...shortcut,
      group: 'In lists and trees',
      isDocumentationOnly: true,
      run: () => undefined,
    })),
  )
