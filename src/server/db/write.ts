import type { Db, Tx } from './client.ts'

/** PostgreSQL's code for a deadlock, which rolled back the transaction. */
const DEADLOCK_CODE = '40P01'
const MAX_ATTEMPTS = 4

/**
 * Runs a transaction, again from the start after a deadlock; so `run` must have no effects outside of the transaction.
 */
export async function writeIn<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let trial = 1; ; trial++) {
    try {
      return await db.transaction().execute(run)
    } catch (error) {
      if (!isDeadlock(error) || trial === MAX_ATTEMPTS) throw error
    }
  }
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DEADLOCK_CODE
