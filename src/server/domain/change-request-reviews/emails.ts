import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { reminderOf } from '../change-requests/reviewer-queries.ts'

type Payload = Extract<JobPayloads['send-mail'], { kind: 'review-reminder' }>

/** Reminds a requested reviewer; null if the review is no longer needed. */
export async function reviewReminderEmail(
  { db, urls }: Service,
  { organizationId, ...ref }: Payload,
): Promise<Email | null> {
  const reminder = await reminderOf(db, organizationId, ref)
  if (reminder === undefined) return null
  const { email, number, subject, spaceId, space, sender } = reminder
  const name = subject === '' ? `change request #${number}` : `“${subject}”`
  return renderEmail({
    to: email,
    subject: `Reminder: review ${name}`,
    paragraphs: [`${sender ?? 'Someone'} reminds you to review ${name} in ${space || 'a space'}.`],
    link: { label: 'Review the changes', url: urls.app('s', spaceId, 'changes', String(number)) },
    note: 'You get this email because you were asked to review this change request.',
  })
}
