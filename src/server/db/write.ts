import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Tx } from './client.ts'
import { databaseFault } from './database-error.ts'

const MAX_ATTEMPTS = 4
/** Upper limit of the random pause before the second attempt; it doubles with every further one. */
const MAX_PAUSE_MS = 10

/**
 * Runs a transaction, again from the start after a deadlock or a serialization failure (at most 4 attempts); so `run`
 * must have no effects outside of the transaction.
 */
export async function writeIn<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run)
    } catch (error) {
      if (databaseFault(error) !== 'contended' || attempt === MAX_ATTEMPTS) throw error
      await pause(Math.random() * MAX_PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}
