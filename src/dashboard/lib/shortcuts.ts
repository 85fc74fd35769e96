import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** A keyboard shortcut: `g l` one after the other, `mod+k` together, `?` as typed. */
export type Shortcut = {
  keys: string
  label: string
  /** Heading on the shortcut sheet. */
  group?: string
  run: (event: KeyboardEvent) => void
  /** Works also while a field has focus or a dialog is open. */
  isGlobal?: boolean
  /** Any other shortcut with the same keys takes precedence, whenever it was registered. */
  isFallback?: boolean
  /** Only listed on the shortcut sheet: the focused element handles these keys itself. */
  isDocumentationOnly?: boolean
}

const SEQUENCE_TIMEOUT_MS = 1000
const layers: (readonly Shortcut[])[] = []
const listeners = new Set<() => void>()
let firstKey: { key: string; at: number } | undefined
let snapshot: readonly Shortcut[] = []

/** Registers shortcuts above those already there; returns how to remove them again. */
export function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  layers.push(shortcuts)
  notifyListeners()
  return () => {
    layers.splice(layers.indexOf(shortcuts), 1)
    notifyListeners()
  }
}

function notifyListeners(): void {
  snapshot = layers.flat()
  for (const listener of listeners) listener()
}

/** All registered shortcuts, for the shortcut sheet. */
export const shortcuts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  all: () => snapshot,
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The shortcuts that react to keys, in the order of precedence: the newest layer first, fallbacks last. */
function activeShortcuts(): readonly Shortcut[] {
  const active = layers
    .toReversed()
    .flat()
    .filter(({ isDocumentationOnly }) => !isDocumentationOnly)
  return [...active.filter(({ isFallback }) => !isFallback), ...active.filter(({ isFallback }) => isFallback)]
}

/** A key press as shortcuts write it: `mod+k`, `shift+tab`, `?`, `z`. */
export function keyCombination(event: KeyboardEvent): string {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : ''
  const alt = event.altKey ? 'alt+' : ''
  const shift = event.shiftKey && event.key.length > 1 ? 'shift+' : ''
  return `${mod}${alt}${shift}${event.key.toLowerCase()}`
}

/** Runs the shortcut of a key press, or waits for the second key of a sequence. */
export function handleShortcut(event: KeyboardEvent, now: number = Date.now()): void {
  if (event.defaultPrevented || event.isComposing) return
  const keys = keyCombination(event)
  const isBusy =
    isTextInput(event.composedPath()[0] ?? event.target) || document.querySelector('[role="dialog"]') !== null
  const isSequence = firstKey !== undefined && now - firstKey.at < SEQUENCE_TIMEOUT_MS
  const sequence = isSequence ? `${firstKey?.key} ${keys}` : keys
  firstKey = undefined
  const available = activeShortcuts().filter(({ isGlobal }) => !isBusy || isGlobal)
  const match = available.find((one) => one.keys === sequence) ?? available.find((one) => one.keys === keys)
  if (match) {
    event.preventDefault()
    match.run(event)
  } else if (available.some((one) => one.keys.startsWith(`${keys} `))) firstKey = { key: keys, at: now }
}

/** Whether typed letters belong to the focused element. */
export function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role="menu"], [role="listbox"]')) return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** What each key does in a focused element, by the name of the key. */
export type KeyHandlers = Readonly<Record<string, (() => void) | undefined>>

/** Runs the handler of a key that is pressed without Ctrl, ⌘ or Alt, and stops the event if there is one. */
export function runKeyHandler(event: ReactKeyboardEvent, handlers: KeyHandlers): void {
  const hasModifier = event.metaKey || event.ctrlKey || event.altKey
  const handler = hasModifier ? undefined : handlers[event.key]
  if (handler === undefined) return
  handler()
  event.preventDefault()
  event.stopPropagation()
}
