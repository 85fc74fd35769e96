import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Where the key is: the setting, else a file in the data folder. */
export type KeySource = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'sealingKey'>>

/**
 * Encrypts a secret that the service must be able to read again, with AES-256-GCM. The key is a setting or in the
 * data folder, so that a copy of the database alone does not reveal it. Secrets that are only compared are hashed instead.
 */
export async function seal(config: KeySource, secret: string): Promise<Buffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(config), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a secret. Throws if it was encrypted with another key or modified. */
export async function unseal(config: KeySource, sealed: Buffer): Promise<string> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(config), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

/** Its name is from when only imports had secrets. */
const KEY_FILE = 'import.key'

async function keyOf(source: KeySource): Promise<Buffer> {
  const key = await sealingKey(source, true)
  if (key === null) throw new Error('A missing key was not created')
  return key
}

/** A key for a purpose of its own, such as signing, which is the same for all instances. */
export const derivedKey = async (source: KeySource, purpose: string): Promise<Buffer> =>
  createHmac('sha256', await keyOf(source))
    .update(purpose)
    .digest()

/**
 * The key of this installation. Without a setting and a file it is created, or null if it must not be. Concurrent
 * processes end up with the same key.
 */
export async function sealingKey(
  { dataDir, sealingKey: setting }: KeySource,
  canCreate: boolean,
): Promise<Buffer | null> {
  if (setting !== undefined) return setting
  const path = join(dataDir, KEY_FILE)
  const known = await readFile(path).catch(() => null)
  if (known !== null || !canCreate) return known
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(temporary, randomBytes(32), { mode: 0o600, flag: 'wx' })
  // Linking is atomic and never replaces an existing file.
  await link(temporary, path).catch(() => undefined)
  await rm(temporary, { force: true })
  return readFile(path)
}
