import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { newSecret } from '../ids.ts'

/** Starts every API token, so that secret scanners find a leaked one. */
export const tokenPrefix = 'lct_'

/** How a token, session or link is stored: never itself. Its 40 random characters need no slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A new API token, shown once. */
export const newToken = (): string => tokenPrefix + newSecret()

/** Argon2id with the library's parameters: 19 MiB, 2 rounds. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Compared when there is no such account, so that the time tells nothing. */
let decoy: Promise<string> | undefined

/** Whether the password is the one; takes as long when there is none to compare with. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(newSecret())
  const matches = await verify(stored ?? (await decoy), password)
  return matches && stored !== null
}
