import type { Db, Tx } from './client.ts'

/** Of two transactions that waited for each other the database ends one; nothing of it happened. */
const DEADLOCK_CODE = '40P01'
const MAX_ATTEMPTS = 4

/**
 * One write: everything in it happens, or nothing. Ended by the database because it and another one waited for each
 * other, it is done again from the start; so `act` touches nothing but the transaction.
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
