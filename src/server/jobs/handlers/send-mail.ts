import type { JobHandler } from '../worker.ts'

/**
 * Writes one email and sends it; retried until the mail server accepts it or rejects it permanently. The mail modules
 * are loaded with the first email.
 */
export const sendMailHandler: JobHandler<'send-mail'> = async (service, payload, stop) => {
  const [{ emailFor }, { sendEmail, Undeliverable }] = await Promise.all([
    import('../../domain/users/emails.ts'),
    import('../../mail/send.ts'),
  ])
  const email = await emailFor(service, payload)
  if (email === null) return
  try {
    await sendEmail(service.config, email, { now: service.now(), signal: stop })
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    service.log.warn({ err: error, to: email.to, kind: payload.kind }, 'a mail was refused for good')
  }
}
