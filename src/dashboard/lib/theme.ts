export type Theme = 'light' | 'dark' | 'system'

const name = 'lectern.theme'
const listeners = new Set<() => void>()

/** The chosen theme; `public/start.js` applies it before the first paint. */
export function theme(): Theme {
  const { theme: chosen } = document.documentElement.dataset
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Applies and remembers a theme; `system` forgets the choice. */
export function setTheme(next: Theme): void {
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
  try {
    if (next === 'system') localStorage.removeItem(name)
    else localStorage.setItem(name, next)
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener()
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
