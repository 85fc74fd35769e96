import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter that a mail server took. */
export type ReceivedEmail = { readonly to: readonly string[]; readonly user: unknown; readonly text: string }

export type MailServer = {
  readonly received: ReceivedEmail[]
  /** Name and port, to be put behind `smtp://`. */
  readonly host: string
  readonly close: () => Promise<void>
}

/** A real mail server of this machine, and what it took. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        taken.push({ to, user: session.user, text: textOf(Buffer.concat(chunks)) })
        callback()
      })
    },
    ...options,
  })
  // A client that goes away in the middle is no fault of the server.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    received: taken,
    host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  }
}

/** A letter with its long lines whole again. */
export const textOf = (bytes: Buffer): string =>
  bytes
    .toString()
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
