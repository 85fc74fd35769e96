import { expect, test } from 'vitest'
import { keyringOf } from './encryption.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'

const manifest: Manifest = {
  format: 1,
  id: '2026-11-22T030000Z-abc123',
  createdAt: '2026-11-22T03:00:00.000Z',
  version: '1.0.0',
  postgresql: '17.0',
  migrations: [],
  tables: [],
  sequences: [],
  partitions: [],
  keys: [],
  files: { mode: 'copied', count: 0, bytes: 0, list: [], missing: [] },
}

test('with a passphrase, a manifest without a signature is refused', async () => {
  const plain = await writeManifest(manifest, undefined)
  expect((await readManifest(plain, undefined)).id).toBe(manifest.id)
  await expect(readManifest(plain, keyringOf('a passphrase of the service'))).rejects.toThrow(
    'The backup isn’t encrypted',
  )
})

test('a part outside of the folder of the backup is refused', async () => {
  const key = { name: '../../import.key', size: 32, sha256: '0'.repeat(64) }
  const bytes = await writeManifest({ ...manifest, keys: [key] }, undefined)
  await expect(readManifest(bytes, undefined)).rejects.toThrow()
})
