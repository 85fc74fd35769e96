import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KeySource, sealingKey } from '../sealing.ts'
import { BackupError } from './errors.ts'
import type { Manifest } from './manifest.ts'
import { type BackupPlace, openPart } from './parts.ts'

/** The file of the sealing key in the data folder. */
const KEY_FILE = 'import.key'

/**
 * Refuses a key that would make the restored secrets unreadable: a setting always, a file unless it may be replaced.
 * @throws {BackupError}
 */
export async function expectKey(
  place: BackupPlace,
  { keys: [part] }: Manifest,
  { config, replace }: { readonly config: KeySource; readonly replace: boolean },
): Promise<void> {
  if (part === undefined) return
  const current = await sealingKey(config, false)
  if (current === null || current.equals(await bytesOf(place, part))) return
  if (config.sealingKey !== undefined)
    throw new BackupError(
      'LECTERN_SEALING_KEY differs from the key in the backup, so it can’t decrypt its secrets. Remove the setting or set it to the key of the service that was backed up.',
    )
  if (!replace)
    throw new BackupError(
      `${join(config.dataDir, KEY_FILE)} differs from the key in the backup. Add --replace to replace it.`,
    )
}

/** Writes the key into the data folder. One that is replaced stays next to it, under a name with the time. */
export async function restoreKey(
  place: BackupPlace,
  { keys: [part] }: Manifest,
  config: KeySource,
): Promise<void> {
  if (part === undefined || config.sealingKey !== undefined) return
  const path = join(config.dataDir, KEY_FILE)
  const bytes = await bytesOf(place, part)
  const current = await readFile(path).catch(() => null)
  if (current?.equals(bytes)) return
  await mkdir(config.dataDir, { recursive: true })
  if (current !== null) await rename(path, `${path}.${Date.now()}`)
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
}

async function bytesOf(place: BackupPlace, part: Manifest['keys'][number]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await openPart(place, part)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
