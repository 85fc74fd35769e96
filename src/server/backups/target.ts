import { folderStorage } from '../storage/folder-storage.ts'
import { s3Storage } from '../storage/s3-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { StorageSettings } from '../storage/storage-settings.ts'
import { BACKUPS_PREFIX, MANIFEST } from './create-backup.ts'
import { BackupError } from './errors.ts'
import { type Manifest, parseManifest } from './manifest.ts'

export const openTarget = (settings: StorageSettings): Storage =>
  'folder' in settings ? folderStorage(settings.folder) : s3Storage(settings)

/** Splits `…/backups/{id}` into the target and the id of a backup; the address of a target means its latest backup. */
export function splitAddress(address: string): { readonly target: string; readonly id: string | undefined } {
  const match = /^(?:(.*)[/\\])?backups[/\\](\d{4}-[\w-]+)(?:[/\\](?:manifest\.json)?)?$/.exec(address)
  return match === null ? { target: address, id: undefined } : { target: match[1] ?? '.', id: match[2] }
}

/** Ids of complete backups, oldest first: they begin with their time. */
export async function backupIds(target: Storage): Promise<string[]> {
  const ids: string[] = []
  for await (const { key } of target.list(BACKUPS_PREFIX)) {
    const [, id] = /^backups\/([\w-]+)\/manifest\.json$/.exec(key) ?? []
    if (id !== undefined) ids.push(id)
  }
  return ids.sort()
}

/** The given backup, or the latest one. @throws {BackupError} */
export async function findBackup(target: Storage, id: string | undefined): Promise<string> {
  const latest = id ?? (await backupIds(target)).at(-1)
  if (latest === undefined) throw new BackupError(`There is no backup in ${target.location}.`)
  if (id !== undefined && (await target.stat(`${BACKUPS_PREFIX}${id}/${MANIFEST}`)) === null)
    throw new BackupError(`There is no complete backup ${id} in ${target.location}.`)
  return latest
}

export const manifestOf = async (target: Storage, id: string): Promise<Manifest> =>
  parseManifest(await target.read(`${BACKUPS_PREFIX}${id}/${MANIFEST}`))
