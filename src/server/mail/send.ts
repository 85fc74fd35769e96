import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { writeToOutbox } from './outbox.ts'

/** The mail server rejected the email permanently. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

/** Timeouts for the mail server. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Sends an email over SMTP, or writes it to the outbox if no mail server is configured.
 * @throws {Undeliverable} if it is rejected permanently; other errors can be retried
 */
export async function sendEmail(
  { mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>,
  email: Email,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<void> {
  const message = { ...email, from: mail.from, date: now }
  if (mail.smtpUrl === undefined) {
    const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      message,
    )
    return writeToOutbox(join(dataDir, 'outbox'), email.to, Buffer.from(bytes as Buffer), now)
  }
  const transport = createTransport({ url: mail.smtpUrl, ...TIMEOUTS })
  try {
    await transport.sendMail({ ...message, signal })
  } catch (error) {
    throw isPermanent(error) ? new Undeliverable(String(error), { cause: error }) : error
  } finally {
    transport.close()
  }
}

/** 5xx about the recipient or the message; errors about our credentials or sender can be fixed and retried. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
