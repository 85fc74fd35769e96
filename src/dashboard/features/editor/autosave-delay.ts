/** A pause in typing after which the draft is sent. */
const PAUSE_MS = 2000
/** While someone types without a pause, the draft is sent this often. */
const MAX_WAIT_MS = 10_000
/** While others save in the same space, each save is a revision of its own, so they are fewer. */
const SHARED_INTERVAL_MS = 60_000
const FIRST_RETRY_MS = 5000
const MAX_RETRY_MS = 60_000

export type AutosaveState = {
  /** Times in milliseconds. */
  readonly now: number
  /** The first change since the last save. */
  readonly dirtySince: number
  /** When the last attempt to save ended; null before the first one. */
  readonly lastAttempt: number | null
  /** How many attempts have failed since the last success. */
  readonly failures: number
  readonly othersSave: boolean
}

/** How long to wait before the draft is sent, if no other change comes first. */
export function autosaveDelay({ now, dirtySince, lastAttempt, failures, othersSave }: AutosaveState): number {
  const afterPause = Math.min(now + PAUSE_MS, dirtySince + MAX_WAIT_MS)
  return Math.max(0, Math.max(afterPause, (lastAttempt ?? 0) + interval(failures, othersSave)) - now)
}

function interval(failures: number, othersSave: boolean): number {
  if (failures > 0) return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS)
  return othersSave ? SHARED_INTERVAL_MS : 0
}
