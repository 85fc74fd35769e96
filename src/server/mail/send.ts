import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { headersOf } from './headers.ts'
import { writeToOutbox } from './outbox.ts'

/** The mail server rejected the email permanently. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
  /** Whether it was the address that was rejected, and not the message. */
  readonly ofAddress: boolean
  constructor(message: string, { ofAddress, cause }: { ofAddress: boolean; cause: unknown }) {
    super(message, { cause })
    this.ofAddress = ofAddress
  }
}

/** The connection ended after the message was sent and before the mail server confirmed it. */
export class Unconfirmed extends Error {
  override readonly name = 'Unconfirmed'
}

/** Timeouts for the mail server. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Sends an email over SMTP, or writes it to the outbox if no mail server is configured.
 * @throws {Undeliverable} if it is rejected permanently
 * @throws {Unconfirmed} if no one knows whether it was accepted; after other errors it surely was not
 */
export async function sendEmail(
  { mail, dataDir, baseUrl }: Pick<Config, 'mail' | 'dataDir' | 'baseUrl'>,
  email: Email,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const { to, subject, text, html } = email
  const message = { to, subject, text, html, ...headersOf(email, baseUrl), from: mail.from, date: now }
  if (mail.smtpUrl === undefined) {
    const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      message,
    )
    return writeToOutbox(join(dataDir, 'outbox'), email.to, Buffer.from(bytes as Buffer), now)
  }
  const { logger, isDataSent } = watchResponses()
  const transport = createTransport({ url: mail.smtpUrl, ...TIMEOUTS, logger, debug: true })
  try {
    await transport.sendMail({ ...message, signal })
  } catch (error) {
    throw classified(error, isDataSent())
  } finally {
    transport.close()
  }
}

/** Notes whether the server asked for the message (354): until then, it surely was not delivered. */
function watchResponses() {
  let isSent = false
  const ignore = (): void => undefined
  const debug = (_: unknown, text: unknown): void => {
    if (String(text).startsWith('354')) isSent = true
  }
  const logger = {
    level: ignore,
    trace: ignore,
    debug,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
  }
  return { logger, isDataSent: () => isSent }
}

/** 5xx about the recipient or the message is permanent; our credentials or sender can be fixed and retried. */
function classified(error: unknown, isDataSent: boolean): unknown {
  if (!(error instanceof Error)) return error
  const { command, responseCode } = error as Error & { command?: unknown; responseCode?: unknown }
  if (typeof responseCode !== 'number')
    return isDataSent ? new Unconfirmed(error.message, { cause: error }) : error
  if (responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return error
  return new Undeliverable(String(error), { ofAddress: command === 'RCPT TO', cause: error })
}
