import { FAILING_DAYS } from '#contract/webhooks.ts'
import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { emailRecipients, webhookById } from './queries.ts'

type Payload = Extract<JobPayloads['send-mail'], { kind: 'webhook-disabled' }>

/** The email about a webhook that was disabled; null if it is enabled again or the recipient is no longer an admin. */
export async function disabledWebhookEmail(
  { db, urls }: Service,
  { organizationId, webhookId, userId }: Payload,
): Promise<Email | null> {
  const recipient = (await emailRecipients(db, organizationId)).find((admin) => admin.userId === userId)
  const webhook = await webhookById(db, organizationId, webhookId).catch(() => null)
  if (recipient === undefined || webhook === null || webhook.enabled) return null
  const reason =
    webhook.disabledReason === 'gone'
      ? 'because it responded with 410 Gone'
      : `because no delivery has succeeded for ${FAILING_DAYS} days`
  return renderEmail({
    to: recipient.email,
    subject: `A webhook of ${recipient.organization} was disabled`,
    paragraphs: [
      `Lectern disabled the webhook ${webhook.url} of ${recipient.organization} ${reason}.`,
      'It no longer gets events. Check the receiver, then enable the webhook again. You can resend failed deliveries from its log.',
    ],
    link: {
      label: 'Open the webhook',
      url: urls.app('o', organizationId, 'settings', 'webhooks', webhookId),
    },
    note: `You get this email because you are an admin of ${recipient.organization}.`,
  })
}
