import type { HttpClient } from 'isomorphic-git'
import type { Config } from '../config.ts'
import { GIT_LIMITS } from '../importing/git/checked-pack.ts'
import { sshAddressOf } from '../importing/git/ssh-address.ts'
import { gitTransport } from '../importing/git/transport.ts'
import { outsideAgent } from '../importing/outside-agent.ts'
import type { Credentials } from '../importing/secrets.ts'
import { version } from '../version.ts'
import { sshTransport } from './ssh-transport.ts'

/** A repository on a server, over HTTPS or SSH. */
export type Remote = {
  /** As people know it. */
  readonly address: string
  /** For requests of `http`. */
  readonly url: string
  readonly http: HttpClient
  readonly credentials: Credentials | undefined
  /** The fingerprint that the SSH server showed; null over HTTPS. */
  readonly hostKey: () => string | null
  readonly close: () => Promise<void>
}

/** What a sync signs in with. */
export type GitSecret =
  | { readonly type: 'none' }
  | ({ readonly type: 'token' } & Credentials)
  | { readonly type: 'ssh'; readonly privateKey: string }

type RemoteInput = {
  readonly address: string
  readonly secret: GitSecret
  readonly hostKey: string | null
  readonly stop: AbortSignal
}

export function openRemote(
  { allowPrivateNetwork }: Pick<Config, 'allowPrivateNetwork'>,
  { address, secret, hostKey, stop }: RemoteInput,
): Remote {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(GIT_LIMITS.ms)])
  const maxBytes = GIT_LIMITS.packBytes
  const ssh = sshAddressOf(address)
  if (ssh !== null) {
    const privateKey = secret.type === 'ssh' ? secret.privateKey : ''
    const transport = sshTransport({
      address: ssh,
      privateKey,
      hostKey,
      allowPrivate: allowPrivateNetwork,
      maxBytes,
      signal,
    })
    return {
      address,
      // The library only accepts http URLs; the transport ignores the host.
      url: 'https://ssh.invalid/repository',
      http: transport,
      credentials: undefined,
      hostKey: transport.hostKey,
      close: async () => transport.close(),
    }
  }
  const agent = outsideAgent({ allowPrivate: allowPrivateNetwork })
  const url = address.replace(/\/+$/, '')
  const http = gitTransport({
    agent,
    version,
    url: new URL(url),
    allowPlain: allowPrivateNetwork,
    maxBytes,
    signal,
    onBytes: async () => signal.throwIfAborted(),
  })
  const credentials =
    secret.type === 'token' ? { username: secret.username, password: secret.password } : undefined
  return { address, url, http, credentials, hostKey: () => null, close: () => agent.destroy() }
}
