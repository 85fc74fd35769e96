import type { Task } from '../jobs/worker.ts'

/**
 * Writes one letter and sends it; tried again until the mail server takes it or refuses it for good. What mail needs
 * is loaded with the first letter.
 */
export const sendMailTask: Task<'send-mail'> = async (service, payload, stop) => {
  const [{ letterFor }, { sendLetter, Undeliverable }] = await Promise.all([
    import('../domain/users/letters.ts'),
    import('../mail/send.ts'),
  ])
  const letter = await letterFor(service, payload)
  if (letter === null) return
  try {
    await sendLetter(service.config, letter, { now: service.now(), signal: stop })
  } catch (error) {
    if (!(error instanceof Undeliverable)) throw error
    service.log.warn({ err: error, to: letter.to, kind: payload.kind }, 'a mail was refused for good')
  }
}
