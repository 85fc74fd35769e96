import type { Storage } from '../storage/storage.ts'
import { backupClient, lockBackups } from './backup-lock.ts'
import { BACKUPS_PREFIX, placeOf } from './create-backup.ts'
import { FILES_PREFIX, filesOf } from './dump-files.ts'
import { keyringOf } from './encryption.ts'
import { backupIds, manifestOf } from './target.ts'

const DAY_MS = 86_400_000
/** Folders without a manifest that are older are leftovers of a process that was killed. */
const ABANDONED_MS = 2 * DAY_MS

export type RetentionInput = {
  /** Of the database that is backed up. */
  readonly connectionString: string
  readonly target: Storage
  readonly config: { readonly dataDir: string }
  readonly passphrase: string | undefined
  readonly keep: number
  /** Younger backups stay too. */
  readonly keepDays: number
  /** A backup that stays in any case: the last one that was verified. */
  readonly verified?: string | undefined
  readonly now: Date
}

/**
 * Deletes old backups and the files that no other backup refers to. Files are left alone if the list of one backup
 * cannot be read. Returns the ids of the deleted backups: none while another backup of the database is made, which may
 * refer to any file, and deletes old backups itself at its end.
 */
export async function removeOldBackups(input: RetentionInput): Promise<string[]> {
  const client = await backupClient(input.connectionString)
  try {
    return (await lockBackups(client)) ? await remove(input) : []
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function remove(input: RetentionInput): Promise<string[]> {
  const { target, keep, keepDays, now } = input
  const ids = await backupIds(target)
  const youngest = now.getTime() - keepDays * DAY_MS
  const old = ids
    .slice(0, -keep)
    .filter((id) => id !== input.verified && (keepDays === 0 || timeOf(id) < youngest))
  // The manifest first: without it a folder is not a backup.
  for (const id of old) {
    await target.delete(`${BACKUPS_PREFIX}${id}/manifest.json`)
    await target.deleteAll(`${BACKUPS_PREFIX}${id}/`)
  }
  await removeAbandoned(target, new Set(ids), now)
  if (old.length > 0)
    await removeUnusedFiles(
      input,
      ids.filter((id) => !old.includes(id)),
    )
  return old
}

/** Ids begin with a time such as `2026-11-22T030000Z`. */
const timeOf = (id: string): number => Date.parse(id.replace(/^(.{10}T)(..)(..)(..)Z.*$/, '$1$2:$3:$4Z'))

async function removeAbandoned(target: Storage, complete: ReadonlySet<string>, now: Date): Promise<void> {
  const abandoned = new Set<string>()
  for await (const { key } of target.list(BACKUPS_PREFIX)) {
    const id = key.split('/')[1] ?? ''
    if (!complete.has(id) && timeOf(id) < now.getTime() - ABANDONED_MS) abandoned.add(id)
  }
  for (const id of abandoned) await target.deleteAll(`${BACKUPS_PREFIX}${id}/`)
}

async function removeUnusedFiles(input: RetentionInput, ids: readonly string[]): Promise<void> {
  const { target, passphrase, now } = input
  const used = new Set<string>()
  const ring = passphrase === undefined ? undefined : keyringOf(passphrase)
  for (const id of ids) {
    const manifest = await manifestOf(target, id)
    const place = placeOf(input, id, manifest.encryption === undefined ? undefined : ring)
    for await (const { hash } of filesOf(place, manifest)) used.add(hash)
  }
  for await (const { key, modifiedAt } of target.list(FILES_PREFIX)) {
    const hash = key.slice(key.lastIndexOf('/') + 1).replace(/\.enc$/, '')
    // A recent file may belong to a backup that another instance is writing.
    if (!used.has(hash) && modifiedAt.getTime() < now.getTime() - DAY_MS) await target.delete(key)
  }
}
