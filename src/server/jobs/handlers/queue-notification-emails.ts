import type { JobHandler } from '../worker.ts'

/** Enqueues a job for each person to whom notifications are due by email. */
export const queueNotificationEmailsHandler: JobHandler<'queue-notification-emails'> = async (service) => {
  const { queueNotificationEmails } = await import('../../domain/notification-emails/queue.ts')
  await queueNotificationEmails(service)
}
