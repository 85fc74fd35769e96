import type { JobHandler } from '../worker.ts'

/** Emails a person what is due. The mail modules are loaded with the first email. */
export const emailNotificationsHandler: JobHandler<'email-notifications'> = async (
  service,
  { userId },
  stop,
) => {
  const { emailNotifications } = await import('../../domain/notification-emails/send.ts')
  await emailNotifications(service, userId, stop)
}
