import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { textOf } from './mail-server.ts'

export type MailProcess = {
  /** For `LECTERN_SMTP_URL`. */
  readonly url: string
  /** The emails it accepted, oldest first. */
  readonly received: { readonly to: string; readonly text: string }[]
  readonly stop: () => Promise<void>
}

/**
 * Starts a mail server as a second process. Addresses that begin with `unknown` are rejected permanently and `busy`
 * temporarily, `slow` gets no answer, `spam` rejects the message, and `dropped` ends the process before it confirms.
 */
export async function startMailProcess(): Promise<MailProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./mail-process.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [host] = (await once(lines, 'line')) as [string]
  const received: { to: string; text: string }[] = []
  lines.on('line', (line) => {
    const { to, text } = JSON.parse(line) as { to: string; text: string }
    received.push({ to, text: textOf(Buffer.from(text)) })
  })
  return {
    url: `smtp://${host}`,
    received,
    async stop() {
      if (child.exitCode !== null) return
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
