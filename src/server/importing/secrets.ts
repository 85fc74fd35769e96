import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'

export type Credentials = { readonly username: string; readonly password: string }

/**
 * Seals credentials for the time of an import. The key lies in the data folder, so that whoever reads the database
 * alone, or a copy of it, learns nothing.
 */
export async function seal(config: Pick<Config, 'dataDir'>, credentials: Credentials): Promise<Buffer> {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(config), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(credentials), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` sealed. Throws when it was sealed with another key or has been changed. */
export async function unseal(config: Pick<Config, 'dataDir'>, sealed: Buffer): Promise<Credentials> {
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(config), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
  return JSON.parse(text) as Credentials
}

/** The key of this data folder, made with the first secret. Two that make it at once agree on one. */
async function keyOf({ dataDir }: Pick<Config, 'dataDir'>): Promise<Buffer> {
  const path = join(dataDir, 'import.key')
  const known = await readFile(path).catch(() => null)
  if (known !== null) return known
  const made = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(made, randomBytes(32), { mode: 0o600, flag: 'wx' })
  // A link appears whole or not at all, and never takes the place of one that is there.
  await link(made, path).catch(() => undefined)
  await rm(made, { force: true })
  return readFile(path)
}
