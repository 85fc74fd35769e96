import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { newSecret } from '../ids.ts'

/** The prefix of every API token, so that secret scanners find leaked ones. */
export const tokenPrefix = 'lct_'

/** The stored form of a token, session or link. Its 40 random characters need no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A new API token, which is shown only once. */
export const newToken = (): string => tokenPrefix + newSecret()

/** Argon2id with the library's parameters: 19 MiB, 2 rounds. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Compared if there is no such account, so that the time reveals nothing. */
let decoy: Promise<string> | undefined

/** Whether the password is correct; takes the same time if there is no stored one. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(newSecret())
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== null
}
