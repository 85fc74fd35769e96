import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

export type Credentials = { readonly username: string; readonly password: string }

/**
 * Encrypts credentials for the duration of an import. The key is in the data folder, so that a copy of the database
 * alone does not reveal them.
 */
export async function seal(config: Pick<Config, 'dataDir'>, credentials: Credentials): Promise<Buffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(config), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts credentials. Throws if they were encrypted with another key or modified. */
export async function unseal(config: Pick<Config, 'dataDir'>, sealed: Buffer): Promise<Credentials> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(config), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  return JSON.parse(text) as Credentials
}

/** The key of this data folder, created with the first secret. Concurrent processes end up with the same key. */
async function keyOf({ dataDir }: Pick<Config, 'dataDir'>): Promise<Buffer> {
  const path = join(dataDir, 'import.key')
  const known = await readFile(path).catch(() => null)
  if (known !== null) return known
  const temporary = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(temporary, randomBytes(32), { mode: 0o600, flag: 'wx' })
  // Linking is atomic and never replaces an existing file.
  await link(temporary, path).catch(() => undefined)
  await rm(temporary, { force: true })
  return readFile(path)
}
