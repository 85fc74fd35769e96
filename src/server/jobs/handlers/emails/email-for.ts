import { backupFailedEmail } from '../../../backups/failure-email.ts'
import type { Service } from '../../../context.ts'
import { accessDecidedEmail, accessRequestedEmail } from '../../../domain/access-requests/emails.ts'
import { reviewReminderEmail } from '../../../domain/change-request-reviews/emails.ts'
import { certificateExpiringEmail } from '../../../domain/saml-providers/expiry-notices.ts'
import { invitationEmail, newPasswordEmail, verificationEmail } from '../../../domain/users/emails.ts'
import { secondFactorEmail } from '../../../domain/users/second-factor-email.ts'
import { domainEmail } from '../../../domain/verified-domains/emails.ts'
import { disabledWebhookEmail } from '../../../domain/webhooks/emails.ts'
import type { Email } from '../../../mail/email.ts'
import type { JobPayloads } from '../../queue.ts'

/** Builds an email with the link it needs; null when there is no longer anyone to send it to. */
export async function emailFor(service: Service, payload: JobPayloads['send-mail']): Promise<Email | null> {
  switch (payload.kind) {
    case 'invitation':
      return invitationEmail(service, payload)
    case 'backup-failed':
      return backupFailedEmail(service, payload)
    case 'webhook-disabled':
      return disabledWebhookEmail(service, payload)
    case 'access-requested':
      return accessRequestedEmail(service, payload)
    case 'access-decided':
      return accessDecidedEmail(service, payload)
    case 'review-reminder':
      return reviewReminderEmail(service, payload)
    case 'new-password':
      return newPasswordEmail(service, payload)
    case 'verification':
      return verificationEmail(service, payload)
    case 'second-factor':
      return secondFactorEmail(service, payload)
    case 'certificate-expiring':
      return certificateExpiringEmail(service, payload)
    case 'domain-missing':
    case 'domain-unverified':
      return domainEmail(service, payload)
  }
}
