import type { LucideIcon } from 'lucide-react'

/** Something that can be done where one is: in the palette, and by its key. */
export type Act = {
  /** Stable name within the view. */
  id: string
  /** Verb and object: `New space`. */
  label: string
  icon?: LucideIcon
  /** As in `lib/keys.ts`; bound while the view is on screen. */
  keys?: string
  /** Where it happens, in faint words: `in Product documentation`. */
  where?: string
  run: () => void
}

const layers: (readonly Act[])[] = []
const listeners = new Set<() => void>()
let snapshot: readonly Act[] = []

function changed(): void {
  snapshot = layers.toReversed().flat()
  for (const listener of listeners) listener()
}

export function addActs(acts: readonly Act[]): () => void {
  layers.push(acts)
  changed()
  return () => {
    layers.splice(layers.indexOf(acts), 1)
    changed()
  }
}

/** What can be done now, the innermost view first. */
export const acts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  all: () => snapshot,
}
