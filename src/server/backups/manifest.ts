import { hash } from 'node:crypto'
import { z } from 'zod'
import { isSameSignature, type Keyring, signatureOf } from './encryption.ts'
import { BackupError } from './errors.ts'

/** Increases when an older version could not read a new backup. */
const FORMAT = 1

const part = z.object({
  /** Path below the backup's folder. */
  name: z.string().regex(/^(?!.*\.\.)[\w./-]+$/),
  /** Bytes as they are stored: compressed, and encrypted if the backup is. */
  size: z.number().int().min(0),
  /** Of the stored bytes, so that damage is visible without the passphrase. */
  sha256: z.string().length(64),
})
export type Part = z.infer<typeof part>

const table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().min(0),
  /** See RowDigest. */
  digest: z.string().length(32),
  parts: z.array(part),
})
export type TablePart = z.infer<typeof table>

const body = z.object({
  format: z.literal(FORMAT),
  id: z.string().regex(/^[\w-]+$/),
  createdAt: z.iso.datetime(),
  /** The Lectern that wrote it. */
  version: z.string(),
  postgresql: z.string(),
  /** Hexadecimal salt of the passphrase; absent if the backup is not encrypted. */
  encryption: z.object({ salt: z.string().length(32) }).optional(),
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** Waiting jobs, in the columns of `JOB_COLUMNS`. */
  jobs: table.optional(),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.number().int() })),
  /** Partitions with their bounds, as PostgreSQL prints them; they are created before rows are loaded. */
  partitions: z.array(z.object({ name: z.string(), of: z.string(), bound: z.string() })),
  /** The keys of the data folder. */
  keys: z.array(part),
  /** `inPlace`: uploaded files stay where they are, for a backup before an upgrade. */
  files: z.object({
    mode: z.enum(['copied', 'inPlace']),
    count: z.number().int().min(0),
    bytes: z.number().min(0),
    /** Lines of `hash size`, in ascending order. */
    list: z.array(part),
    /** Files that the database refers to and the storage did not have. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof body>

/** The manifest with its SHA-256, and for an encrypted backup the signature that only the passphrase can make. */
const envelope = z.object({ manifest: z.unknown(), sha256: z.string(), signature: z.string().optional() })

export async function writeManifest(manifest: Manifest, ring: Keyring | undefined): Promise<Buffer> {
  const text = JSON.stringify(manifest)
  const signature = ring === undefined ? {} : { signature: signatureOf(await ring.keyOf(ring.salt), text) }
  return Buffer.from(`${JSON.stringify({ manifest, sha256: hash('sha256', text), ...signature }, null, 1)}\n`)
}

/**
 * Without its signature, anyone who can write to the target could replace an encrypted backup with another one. So with a
 * passphrase only encrypted ones are accepted.
 * @throws {BackupError} if it is damaged, from a newer version, or does not fit the passphrase
 */
export async function readManifest(bytes: Buffer, ring: Keyring | undefined): Promise<Manifest> {
  const manifest = parseManifest(bytes)
  const salt = manifest.encryption?.salt
  if (salt === undefined) {
    if (ring === undefined) return manifest
    throw new BackupError(
      'The backup isn’t encrypted, so its origin can’t be verified. To use it anyway, remove LECTERN_BACKUP_PASSPHRASE.',
    )
  }
  if (ring === undefined)
    throw new BackupError('The backup is encrypted. Set LECTERN_BACKUP_PASSPHRASE to its passphrase.')
  const { signature = '', manifest: content } = envelope.parse(JSON.parse(bytes.toString('utf8')))
  const expected = signatureOf(await ring.keyOf(Buffer.from(salt, 'hex')), JSON.stringify(content))
  if (!isSameSignature(signature, expected))
    throw new BackupError('LECTERN_BACKUP_PASSPHRASE isn’t the passphrase of this backup.')
  return manifest
}

/** Reads a manifest without checking its signature, which is enough to list backups. */
export function parseManifest(bytes: Buffer): Manifest {
  let outer: z.infer<typeof envelope>
  try {
    outer = envelope.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new BackupError('manifest.json is damaged: it isn’t complete JSON.')
  }
  if (hash('sha256', JSON.stringify(outer.manifest)) !== outer.sha256)
    throw new BackupError('manifest.json is damaged: its checksum does not match.')
  const { format } = z.object({ format: z.number() }).parse(outer.manifest)
  if (format > FORMAT) throw new BackupError('A newer version of Lectern wrote this backup. Upgrade first.')
  return body.parse(outer.manifest)
}
