import type { Config } from '../../config.ts'
import type { JobHandlers, JobSchedules } from '../worker.ts'
import { backUpHandler } from './back-up.ts'
import { checkCertificatesHandler } from './check-certificates.ts'
import { checkDomainsHandler } from './check-domains.ts'
import { checkMergeQueuesHandler } from './check-merge-queues.ts'
import { cleanUpHandler } from './clean-up.ts'
import { createReferencePagesHandler } from './create-reference-pages.ts'
import { deliverWebhookHandler } from './deliver-webhook.ts'
import { emailNotificationsHandler } from './email-notifications.ts'
import { mergeWhenReadyHandler } from './merge-when-ready.ts'
import { notifyHandler } from './notify.ts'
import { notifyOfChangesHandler } from './notify-of-changes.ts'
import { notifyOfOverduePagesHandler } from './notify-of-overdue-pages.ts'
import { pollGitHandler } from './poll-git.ts'
import { purgeTrashHandler } from './purge-trash.ts'
import { queueNotificationEmailsHandler } from './queue-notification-emails.ts'
import { readOpenapiSpecHandler } from './read-openapi-spec.ts'
import { rebuildSpacesHandler } from './rebuild-spaces.ts'
import { refreshOpenapiSpecsHandler } from './refresh-openapi-specs.ts'
import { runImportHandler } from './run-import.ts'
import { runScheduledActionHandler } from './run-scheduled-action.ts'
import { runSiteImportHandler } from './run-site-import.ts'
import { saveCoeditedTextHandler } from './save-coedited-text.ts'
import { sendMailHandler } from './send-mail.ts'
import { sweepContentHandler } from './sweep-content.ts'
import { syncGitHandler } from './sync-git.ts'

/** The handler of every job. */
export const jobHandlers: JobHandlers = {
  'back-up': backUpHandler,
  'run-import': runImportHandler,
  'run-site-import': runSiteImportHandler,
  'run-scheduled-action': runScheduledActionHandler,
  'send-mail': sendMailHandler,
  notify: notifyHandler,
  'queue-notification-emails': queueNotificationEmailsHandler,
  'email-notifications': emailNotificationsHandler,
  'notify-of-changes': notifyOfChangesHandler,
  'notify-of-overdue-pages': notifyOfOverduePagesHandler,
  'deliver-webhook': deliverWebhookHandler,
  'purge-trash': purgeTrashHandler,
  'sweep-content': sweepContentHandler,
  'rebuild-spaces': rebuildSpacesHandler,
  'clean-up': cleanUpHandler,
  'check-domains': checkDomainsHandler,
  'check-certificates': checkCertificatesHandler,
  'read-openapi-spec': readOpenapiSpecHandler,
  'refresh-openapi-specs': refreshOpenapiSpecsHandler,
  'create-reference-pages': createReferencePagesHandler,
  'save-coedited-text': saveCoeditedTextHandler,
  'sync-git': syncGitHandler,
  'poll-git': pollGitHandler,
  'merge-when-ready': mergeWhenReadyHandler,
  'check-merge-queues': checkMergeQueuesHandler,
}

/**
 * Jobs that run every hour, and at which minute; repositories, merge queues and due notifications are looked at every
 * minute.
 */
export const jobSchedules: JobSchedules = {
  'purge-trash': '7 * * * *',
  'clean-up': '37 * * * *',
  'refresh-openapi-specs': '17 * * * *',
  'notify-of-overdue-pages': '27 * * * *',
  'check-domains': '47 * * * *',
  'check-certificates': '57 * * * *',
  'poll-git': '* * * * *',
  'check-merge-queues': '* * * * *',
  'queue-notification-emails': '* * * * *',
}

/** All scheduled jobs; backups only if a target is configured. */
export const schedulesOf = ({ backup }: Pick<Config, 'backup'>): JobSchedules =>
  backup.to === undefined ? jobSchedules : { ...jobSchedules, 'back-up': backup.schedule }
