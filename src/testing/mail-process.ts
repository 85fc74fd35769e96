// Runs a mail server in a process of its own that behaves as the recipient's address says: prints its host, then each
// email it receives as a line of JSON, and ends when standard input does.
import { openMailServer } from './mail-server.ts'

const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode })

const server = await openMailServer({
  onRcptTo({ address }, _, callback) {
    if (address.startsWith('unknown')) callback(refusal(550))
    else if (address.startsWith('busy')) callback(refusal(450))
    // A server that never answers.
    else if (!address.startsWith('slow')) callback()
  },
  onData(stream, session, callback) {
    const [to = ''] = session.envelope.rcptTo.map(({ address }) => address)
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      // Without a confirmation, no one knows whether it was delivered.
      if (to.startsWith('dropped')) return process.exit(1)
      if (to.startsWith('spam')) return callback(refusal(554))
      process.stdout.write(`${JSON.stringify({ to, text: Buffer.concat(chunks).toString() })}\n`)
      return callback()
    })
  },
})
process.stdout.write(`${server.host}\n`)
process.stdin.resume().on('end', () => process.exit(0))
