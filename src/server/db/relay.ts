import { setTimeout as pause } from 'node:timers/promises'

/** Changes that one transaction sends. */
export const MAX_CHANGES_PER_RELAY = 1000
/** Between two transactions that send changes, so that many writes share one. */
const PAUSE_MS = 25

/** Sends committed changes to the listeners of all instances, soon after they were committed. */
export type Relay = {
  /** There may be changes to send: something was committed. */
  readonly wake: () => void
  /** Sends what was committed last; others send the rest of a long backlog. */
  readonly close: () => Promise<void>
}

/**
 * Calls `send` after each `wake`, once for all that are woken in the meantime. A failure is no loss: the changes are rows
 * until they are sent, by the next call of any instance.
 * @param send returns how many changes it sent, at most `MAX_CHANGES_PER_RELAY`
 */
export function createRelay(send: () => Promise<number>): Relay {
  let isWoken = false
  let isClosed = false
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false
      const sent = await send().catch(() => 0)
      if (isClosed) continue
      if (sent === MAX_CHANGES_PER_RELAY) isWoken = true
      else await pause(PAUSE_MS)
    }
    running = undefined
  }

  return {
    wake() {
      if (isClosed) return
      isWoken = true
      running ??= run()
    },
    async close() {
      isClosed = true
      await running
    },
  }
}
