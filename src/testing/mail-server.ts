import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An email that a mail server received. */
export type ReceivedEmail = { readonly to: readonly string[]; readonly user: unknown; readonly text: string }

export type MailServer = {
  readonly received: ReceivedEmail[]
  /** Host and port of an `smtp://` URL. */
  readonly host: string
  readonly close: () => Promise<void>
}

/** A real mail server on this machine that collects the emails it receives. */
export async function openMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedEmail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, user: session.user, text: textOf(Buffer.concat(chunks)) })
        callback()
      })
    },
    ...options,
  })
  // A client that disconnects early is not an error of the server.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    received,
    host: `127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  }
}

/** Decodes the quoted-printable text of an email, as far as tests need. */
export const textOf = (bytes: Buffer): string =>
  bytes
    .toString()
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
