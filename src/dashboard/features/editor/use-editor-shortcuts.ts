import { useShortcuts } from '../../hooks/use-actions.ts'

type ShortcutsOptions = {
  save: () => void
  hasConflicts: boolean
  toggleFocus: () => void
  toggleSource: () => void
}

/** The keys of the editor. */
export function useEditorShortcuts({
  save,
  hasConflicts,
  toggleFocus,
  toggleSource,
}: ShortcutsOptions): void {
  const group = 'In the editor'
  useShortcuts([
    { keys: 'mod+s', label: 'Save', group, isGlobal: true, run: save },
    // The conflict panel uses these keys for its own button.
    ...(hasConflicts ? [] : [{ keys: 'mod+enter', label: 'Save', group, isGlobal: true, run: save }]),
    { keys: 'mod+.', label: 'Focus on the text', group, isGlobal: true, run: toggleFocus },
    { keys: 'mod+shift+e', label: 'Visual editor or source', group, isGlobal: true, run: toggleSource },
    ...editorShortcuts,
  ])
}

/** CodeMirror handles these itself; they are listed in the shortcut help. */
const editorShortcuts = [
  ['/', 'Insert a block'],
  ['mod+b', 'Bold'],
  ['mod+i', 'Italic'],
  ['mod+k', 'Link'],
  ['mod+f', 'Find and replace'],
  ['tab', 'Next cell of a table, item further in'],
].map(([keys = '', label = '']) => ({
  keys,
  label,
  group: 'In the editor',
  isDocumentationOnly: true,
  run: () => undefined,
}))
