import { useEffect, useRef } from 'react'
import { addShortcuts, type Shortcut } from '../lib/keys.ts'

/** Binds shortcuts while the caller is on screen. The acts may change freely, the keys may too. */
export function useKeys(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const names = shortcuts.map(({ keys, label, group }) => `${keys}\t${label}\t${group}`).join('\n')
  useEffect(
    () =>
      addShortcuts(
        latest.current.map((one, index) => ({ ...one, act: (event) => latest.current[index]?.act(event) })),
      ),
    [names],
  )
}
