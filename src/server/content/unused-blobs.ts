import type { Db, Tx } from '../db/client.ts'
import type { Blobs } from './blobs.ts'

const DAY_MS = 86_400_000

/**
 * How long bytes that nobody uses are kept, in case somebody is about to: a file is stored before the change that
 * names it is written, and whoever stores it again makes it new.
 */
const GRACE_MS = DAY_MS

/** Removes the bytes that were let go a day ago and that no organization uses; answers how many files went. */
export async function removeUnusedBlobs(db: Db, blobs: Blobs, now: Date, stop: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - GRACE_MS)
  let removed = 0
  for (;;) {
    stop.throwIfAborted()
    const left = await db.transaction().execute((tx) => removeNext(tx, blobs, before, now))
    if (left === null) return removed
    if (left) removed += 1
  }
}

/** Looks at the one that left first: null when there is none, else whether its bytes were removed. */
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
  const fate = await blobs.removeUnused(hash, before, () => isUsed(tx, hash))
  if (fate === 'recent') {
    // Somebody stored it lately and may yet name it: it is looked at again tomorrow.
    await tx.updateTable('unused_blob').set({ since: now }).where('hash', '=', hash).execute()
    return false
  }
  await tx.deleteFrom('unused_blob').where('hash', '=', hash).execute()
  return fate === 'removed'
}

const isUsed = async (tx: Tx, hash: string): Promise<boolean> =>
  (await tx.selectFrom('file_blob').select('hash').where('hash', '=', hash).limit(1).executeTakeFirst()) !==
  undefined
