import { spawn } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { AuthContext, Channel } from 'ssh2'
import { newSshKey } from '#server/git-sync/ssh-keys.ts'

const { Server, utils } = createRequire(import.meta.url)('ssh2') as typeof import('ssh2')

export type GitSshServer = {
  readonly url: string
  readonly close: () => void
  /** Accepts another key, and no longer the one before. */
  readonly accept: (publicKey: string) => void
}

type Session = EventEmitter & {
  on(
    event: 'exec',
    listener: (accept: () => Channel, reject: () => void, details: { readonly command: string }) => void,
  ): Session
}

/** Serves one repository over SSH with the git program, to the owner of one key. */
export async function gitSshServer(
  folder: string,
  hostKey = newSshKey().privateKey,
  port = 0,
): Promise<GitSshServer> {
  let accepted: string | null = null
  const connections = new Set<{ end(): void }>()
  const server = new Server({ hostKeys: [hostKey] }, (connection) => {
    connections.add(connection)
    connection.on('error', () => connection.end())
    connection.on('close', () => connections.delete(connection))
    connection.on('authentication', (auth) =>
      isAccepted(auth, accepted) ? auth.accept() : auth.reject(['publickey']),
    )
    connection.on('session', (accept) => {
      const session = accept() as Session
      session.on('exec', (acceptExec, reject, { command }) => {
        const [, program] = /^git-(upload-pack|receive-pack) '\/repository\.git'$/.exec(command) ?? []
        if (program === undefined) return reject()
        run(acceptExec(), program, folder)
      })
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `ssh://git@127.0.0.1:${server.address().port}/repository.git`,
    accept: (publicKey) => {
      accepted = publicKey
    },
    close: () => {
      for (const connection of connections) connection.end()
      server.close()
    },
  }
}

function isAccepted(
  { method, key, blob, hashAlgo, signature }: AuthContext,
  accepted: string | null,
): boolean {
  if (method !== 'publickey' || key === undefined || accepted === null) return false
  const known = utils.parseKey(accepted)
  if (known instanceof Error || !key.data.equals(known.getPublicSSH())) return false
  return signature === undefined || blob === undefined || known.verify(blob, signature, hashAlgo) === true
}

function run(channel: Channel, program: string, folder: string): void {
  const child = spawn('git', [program, folder])
  channel.pipe(child.stdin)
  child.stdout.pipe(channel, { end: false })
  child.stderr.pipe(channel.stderr, { end: false })
  child.on('close', (code) => {
    channel.exit(code ?? 1)
    channel.end()
  })
}
