/** One shortcut: `g l` in a row, `mod+k` held together, `?` as typed. */
export type Shortcut = {
  keys: string
  label: string
  /** Heading on the sheet of all keys. */
  group?: string
  act: (event: KeyboardEvent) => void
  /** Also while a field has the focus or a dialog is open. */
  everywhere?: boolean
  /** Gives way to any other shortcut of the same keys, whenever that came. */
  yields?: boolean
  /** Only for the sheet of all keys: what has the focus hears these itself. */
  isTold?: boolean
}

const patience = 1000
const layers: (readonly Shortcut[])[] = []
const listeners = new Set<() => void>()
let first: { key: string; at: number } | undefined
let snapshot: readonly Shortcut[] = []

/** Puts shortcuts on top of those there; answers how to take them away again. */
export function addShortcuts(shortcuts: readonly Shortcut[]): () => void {
  layers.push(shortcuts)
  changed()
  return () => {
    layers.splice(layers.indexOf(shortcuts), 1)
    changed()
  }
}

function changed(): void {
  snapshot = layers.flat()
  for (const listener of listeners) listener()
}

/** The shortcuts in force now, for the sheet that shows them all. */
export const shortcuts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  all: () => snapshot,
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

const inForce = (list: readonly Shortcut[]): readonly Shortcut[] => [
  ...list.filter(({ yields, isTold }) => !yields && !isTold),
  ...list.filter(({ yields, isTold }) => yields && !isTold),
]

/** How a press is written: `mod+k`, `shift+tab`, `?`, `z`. */
export function pressOf(event: KeyboardEvent): string {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  const alt = event.altKey ? 'alt+' : ''
  const shift = event.shiftKey && event.key.length > 1 ? 'shift+' : ''
  return `${mod}${alt}${shift}${event.key.length === 1 ? event.key.toLowerCase() : event.key.toLowerCase()}`
}

/** Finds what a press means; the newest layer wins. */
export function onPress(event: KeyboardEvent, now: number = Date.now()): void {
  if (event.defaultPrevented || event.isComposing) return
  const press = pressOf(event)
  const isBusy =
    isWriting(event.composedPath()[0] ?? event.target) || document.querySelector('[role="dialog"]') !== null
  const before = first !== undefined && now - first.at < patience ? `${first.key} ` : ''
  first = undefined
  const open = inForce(layers.toReversed().flat()).filter((one) => !isBusy || one.everywhere)
  const found = open.find((one) => one.keys === before + press) ?? open.find((one) => one.keys === press)
  if (found) {
    event.preventDefault()
    found.act(event)
  } else if (open.some((one) => one.keys.startsWith(`${press} `))) first = { key: press, at: now }
}

/** Whether typing belongs to what has the focus. */
export function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role="menu"], [role="listbox"]')) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
