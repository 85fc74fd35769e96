import type { z } from 'zod'
import type { SpaceGitSync, spaceGitSyncs } from '#contract/space-git-sync.ts'
import { invalid } from '../../errors.ts'
import type { GitSecret } from '../../git-sync/remote.ts'
import { newSshKey, readSshKey } from '../../git-sync/ssh-keys.ts'
import { type KeySource, seal } from '../../sealing.ts'

type CredentialsInput = z.output<typeof spaceGitSyncs.connect.body>['credentials']

/** Credentials as they are stored. */
type StoredCredentials = {
  readonly secretType: SpaceGitSync['credentials']['type']
  readonly secret: Buffer | null
  readonly username: string | null
  readonly publicKey: string | null
}

/** Encrypts credentials; an SSH key is generated if none was entered. @throws {DomainError} `validation` */
export async function storedCredentials(
  config: KeySource,
  input: CredentialsInput,
): Promise<StoredCredentials> {
  if (input.type === 'none') return { secretType: 'none', secret: null, username: null, publicKey: null }
  if (input.type === 'token') {
    const username = input.username || 'git'
    const secret = await sealed({ type: 'token', username, password: input.token })
    return { secretType: 'token', secret, username, publicKey: null }
  }
  const { privateKey, publicKey } =
    input.privateKey === undefined ? newSshKey() : checkedKey(input.privateKey)
  return { secretType: 'ssh', secret: await sealed({ type: 'ssh', privateKey }), username: null, publicKey }

  function sealed(secret: GitSecret): Promise<Buffer> {
    return seal(config, JSON.stringify(secret))
  }
}

function checkedKey(text: string) {
  const key = readSshKey(text)
  if (key !== null) return key
  const message = 'Enter a private key in OpenSSH or PEM format, without a passphrase'
  throw invalid([{ path: ['body', 'credentials', 'privateKey'], message }])
}
