import type { JobHandler } from '../worker.ts'

/**
 * Writes one email and sends it; retried until the mail server accepts it or rejects it permanently. Operators see
 * rejected emails and can send them again. The mail modules are loaded with the first email.
 */
export const sendMailHandler: JobHandler<'send-mail'> = async (service, payload, stop) => {
  const [{ insertRejectedEmail }, { markUndeliverable }, { emailFor }, { sendEmail, Undeliverable }] =
    await Promise.all([
      import('../../domain/system/email-queries.ts'),
      import('../../domain/email-preferences/queries.ts'),
      import('./emails/email-for.ts'),
      import('../../mail/send.ts'),
    ])
  const email = await emailFor(service, payload)
  if (email === null) return
  try {
    await sendEmail(service.config, email, { now: service.now(), signal: stop })
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    service.log.warn({ err: error, to: email.to, kind: payload.kind }, 'the mail server rejected an email')
    const now = service.now()
    if (error.ofAddress) await markUndeliverable(service.db, { email: email.to, error: error.message, now })
    await insertRejectedEmail(service.db, {
      payload,
      recipient: email.to,
      error: error.message,
      now,
    })
  }
}
