import { PassThrough, type Readable } from 'node:stream'
import { MissingObjectError } from '../storage/storage.ts'
import { fileKey } from './dump-files.ts'
import { decrypting } from './encryption.ts'
import { DamagedPart } from './errors.ts'
import type { BackupPlace } from './parts.ts'

/** The bytes of an uploaded file in a target. The reader must compare their SHA-256 with the hash. */
export async function openStoredFile({ storage, ring }: BackupPlace, hash: string): Promise<Readable> {
  const key = fileKey(hash, ring !== undefined)
  let stored: Readable
  try {
    stored = await storage.stream(key)
  } catch (error) {
    if (error instanceof MissingObjectError) throw new DamagedPart(key, 'it is missing')
    throw error
  }
  const output = ring === undefined ? new PassThrough() : decrypting(ring, hash)
  stored.once('error', (error) => output.destroy(error))
  output.once('close', () => stored.destroy())
  return stored.pipe(output)
}
