import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Email } from './email.ts'
import { writeToOutbox } from './outbox.ts'

/** The mail server will never take this letter. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable'
}

/** How long a mail server may keep us waiting. */
const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Sends a letter over SMTP, or puts it into the outbox where no mail server is set.
 * @throws {Undeliverable} when it is refused for good; anything else may go well the next time.
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

/** 5xx about the recipient or the letter itself; one about our own sign-in or sender can be mended and tried again. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')
