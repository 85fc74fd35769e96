import { createHmac, randomUUID } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/client.ts'
import { type KeySource, sealingKey } from '../sealing.ts'
import { MissingObjectError, type Storage } from './storage.ts'

/** The key of the object with the id of the database that the storage belongs to. */
export const STORAGE_MARKER = 'installation-id'

/** The storage or the sealing key belongs to another database; `message` says what to do. */
export class WrongInstallationError extends Error {
  override readonly name = 'WrongInstallationError'
}

type Parts = { readonly db: Db; readonly storage: Storage; readonly config: KeySource }

/**
 * Checks that this instance uses the files and the key of its database. The first instance on a database records them;
 * installations from before this check do so with their next start. Instances can start at the same time.
 * @throws {WrongInstallationError}
 */
export async function verifyInstallation({ db, storage, config }: Parts): Promise<void> {
  // On its own: after a crash in between, the storage must not have an id that the database doesn't know.
  await db
    .insertInto('installation')
    .values({ storage_id: randomUUID(), sealing_key_hash: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('installation').selectAll().forUpdate().executeTakeFirstOrThrow()
    await verifyStorage(tx, storage, row)
    await verifySealingKey(tx, config, row.sealing_key_hash)
  })
}

async function verifyStorage(
  tx: Tx,
  storage: Storage,
  { storage_id: id, storage_written: isWritten }: { storage_id: string; storage_written: boolean },
): Promise<void> {
  const marker = await storage.read(STORAGE_MARKER).then(
    (bytes) => bytes.toString().trim(),
    (error: unknown) => {
      if (error instanceof MissingObjectError) return null
      throw error
    },
  )
  if (marker === id && isWritten) return
  if (marker !== id && (isWritten || marker !== null)) throw wrongStorage(storage, id, marker)
  if (marker === null)
    await storage.put(STORAGE_MARKER, Buffer.from(`${id}\n`), { contentType: 'text/plain' })
  await tx.updateTable('installation').set({ storage_written: true }).execute()
}

const wrongStorage = (storage: Storage, id: string, marker: string | null): WrongInstallationError =>
  new WrongInstallationError(
    [
      `The files in ${storage.location} don't belong to this database: ${STORAGE_MARKER} there ${marker === null ? 'is missing' : `contains ${marker}`} and should contain ${id}.`,
      'Set LECTERN_STORAGE (or DATA_DIR) to the storage of the other instances.',
      'If you moved the files there yourself, write this id into that file.',
    ].join(' '),
  )

async function verifySealingKey(tx: Tx, config: KeySource, expected: Buffer | null): Promise<void> {
  const key = await sealingKey(config, expected === null)
  const hash = key && createHmac('sha256', key).update('lectern sealing key').digest()
  if (expected === null && hash !== null) {
    await tx.updateTable('installation').set({ sealing_key_hash: hash }).execute()
  } else if (expected === null || hash === null || !hash.equals(expected)) throw wrongKey(config)
}

const wrongKey = ({ sealingKey: setting, dataDir }: Pick<Config, 'dataDir'> & KeySource) =>
  new WrongInstallationError(
    [
      setting === undefined
        ? `The key that encrypts secrets in this database is not the one in ${dataDir}/import.key.`
        : 'LECTERN_SEALING_KEY is not the key that encrypts secrets in this database.',
      'All instances need the same one: set LECTERN_SEALING_KEY to the output of “base64 import.key” in the data folder of the first instance.',
    ].join(' '),
  )
