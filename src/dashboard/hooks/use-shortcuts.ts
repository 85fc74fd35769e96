import { useEffect, useRef } from 'react'
import { registerShortcuts, type Shortcut } from '../lib/shortcuts.ts'

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
