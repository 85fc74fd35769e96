import type { Db, Tx } from '../db/client.ts'
import type { Blobs } from './blobs.ts'

const DAY_MS = 86_400_000

/**
 * How long unused bytes are kept: a file is stored before the change that refers to it is written. Storing it again
 * restarts the period.
 */
const GRACE_MS = DAY_MS

/** Removes the bytes that no organization has used for a day; returns their number. */
export async function removeUnusedBlobs(db: Db, blobs: Blobs, now: Date, stop: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - GRACE_MS)
  let removed = 0
  for (;;) {
    stop.throwIfAborted()
    const wasRemoved = await db.transaction().execute((tx) => removeNext(tx, blobs, before, now))
    if (wasRemoved === null) return removed
    if (wasRemoved) removed += 1
  }
}

/** Handles the longest unused blob: null if there is none, else whether its bytes were removed. */
async function removeNext(tx: Tx, blobs: Blobs, before: Date, now: Date): Promise<boolean | null> {
  const next = await tx
    .selectFrom('unused_blob')
    .select('hash')
    .where('since', '<=', before)
    .orderBy('since')
    .orderBy('hash')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (next === undefined) return null
  const { hash } = next
  const result = await blobs.removeUnused(hash, before, () => isUsed(tx, hash))
  if (result === 'recent') {
    // It was stored recently and may be about to be used: it is checked again tomorrow.
    await tx.updateTable('unused_blob').set({ since: now }).where('hash', '=', hash).execute()
    return false
  }
  await tx.deleteFrom('unused_blob').where('hash', '=', hash).execute()
  return result === 'removed'
}

const isUsed = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx.selectFrom('file_blob').select('hash').where('hash', '=', hash).limit(1).executeTakeFirst()) !==
  undefined
