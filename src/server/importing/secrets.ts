import type { Config } from '../config.ts'
import { seal, unseal } from '../sealing.ts'

export type Credentials = { readonly username: string; readonly password: string }

/** Encrypts credentials for the duration of an import. */
export const sealCredentials = (config: Pick<Config, 'dataDir'>, credentials: Credentials): Promise<Buffer> =>
  seal(config, JSON.stringify(credentials))

/** Decrypts credentials. Throws if they were encrypted with another key or modified. */
export const unsealCredentials = async (
  config: Pick<Config, 'dataDir'>,
  sealed: Buffer,
): Promise<Credentials> => JSON.parse(await unseal(config, sealed)) as Credentials
