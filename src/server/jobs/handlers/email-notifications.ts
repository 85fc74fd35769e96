import type { JobHandler } from '../worker.ts'

/** Enqueues a job for each person to whom notifications are due by email. */
export const queueNotificationEmailsHandler: JobHandler<'queue-notification-emails'> = async (service) => {
  const { queueNotificationEmails } = await import('../../domain/notification-emails/queue.ts')
  await queueNotificationEmails(service)
}

/** Emails a person what is due. The mail modules are loaded with the first email. */
export const emailNotificationsHandler: JobHandler<'email-notifications'> = async (
  service,
  { userId },
  stop,
) => {
  const { emailNotifications } = await import('../../domain/notification-emails/send.ts')
  await emailNotifications(service, userId, stop)
}
