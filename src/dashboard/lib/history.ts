import type { RouterHistory } from '@tanstack/react-router'

type Location = RouterHistory['location']

const indexOf = ({ state }: Location): number => state.__TSR_index

/**
 * Makes a dialog that was opened and closed again no step of the history. Its URL is an entry, so that Back closes it.
 * Closing it in another way leaves two equal entries, which count as one.
 */
export function skipClosedDialogs(history: RouterHistory): RouterHistory {
  /** What this window has shown, by the index of the entry. */
  const entries: Location[] = []
  let shown = history.location
  entries[indexOf(shown)] = shown
  const { push } = history
  history.push = (path, state, options) => {
    const { location } = history
    const before = entries[indexOf(location) - 1]
    const isSamePlace = before?.pathname === location.pathname && before.hash === location.hash
    if (isSamePlace && before.href === path) history.replace(path, state, options)
    else push(path, state, options)
  }
  history.subscribe(({ location, action: { type } }) => {
    const from = shown
    shown = location
    entries[indexOf(location)] = location
    if (indexOf(location) === indexOf(from) || location.href !== from.href) return
    if (type === 'BACK') history.back()
    if (type === 'FORWARD') history.forward()
  })
  return history
}
