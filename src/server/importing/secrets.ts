import { type KeySource, seal, unseal } from '../sealing.ts'

export type Credentials = { readonly username: string; readonly password: string }

/** Encrypts credentials for the duration of an import. */
export const sealCredentials = (config: KeySource, credentials: Credentials): Promise<Buffer> =>
  seal(config, JSON.stringify(credentials))

/** Decrypts credentials. Throws if they were encrypted with another key or modified. */
export const unsealCredentials = async (config: KeySource, sealed: Buffer): Promise<Credentials> =>
  JSON.parse(await unseal(config, sealed)) as Credentials
