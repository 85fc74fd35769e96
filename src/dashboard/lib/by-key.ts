import type { KeyboardEvent } from 'react'

/** What a key does, by its name; one that is absent does nothing there. */
export type ActsByKey = Readonly<Record<string, (() => void) | undefined>>

export const hasModifier = ({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  metaKey || ctrlKey || altKey

/** Does what a table has for a key that is pressed without Ctrl, ⌘ or Alt; nobody else hears of the key then. */
export function actByKey(event: KeyboardEvent, acts: ActsByKey): void {
  const act = hasModifier(event) ? undefined : acts[event.key]
  if (act === undefined) return
  act()
  event.preventDefault()
  event.stopPropagation()
}
