import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a loop may keep the main thread busy, in milliseconds. */
const MAX_TURN_MS = 20

/**
 * Gives other requests their turn in a long loop: `await pause()` in each round waits only if the loop has worked for some
 * time, so it costs nothing in short ones.
 */
export function takingTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < MAX_TURN_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}
