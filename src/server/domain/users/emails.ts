import { newOneTimeLink, newPasswordLink } from '../../auth/one-time-links.ts'
import { backupFailedEmail } from '../../backups/failure-email.ts'
import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { certificateExpiringEmail } from '../saml-providers/expiry-notices.ts'
import { domainEmail } from '../verified-domains/emails.ts'
import { disabledWebhookEmail } from '../webhooks/emails.ts'
import { accountByEmail, accountOf, invitedMember } from './queries.ts'
import { secondFactorEmail } from './second-factor-email.ts'

type EmailPayload = JobPayloads['send-mail']
type PayloadOf<K extends EmailPayload['kind']> = Extract<EmailPayload, { kind: K }>

const unexpected = 'If you did not expect this mail, you need do nothing.'

/** Builds an email with the link it needs; null when there is no longer anyone to send it to. */
export async function emailFor(service: Service, payload: EmailPayload): Promise<Email | null> {
  switch (payload.kind) {
    case 'invitation':
      return invitation(service, payload)
    case 'backup-failed':
      return backupFailedEmail(service, payload)
    case 'webhook-disabled':
      return disabledWebhookEmail(service, payload)
    case 'new-password':
      return newPassword(service, payload)
    case 'verification':
      return verification(service, payload)
    case 'second-factor':
      return secondFactorEmail(service, payload)
    case 'certificate-expiring':
      return certificateExpiringEmail(service, payload)
    case 'domain-missing':
    case 'domain-unverified':
      return domainEmail(service, payload)
  }
}

async function invitation(service: Service, { organizationId, userId, by }: PayloadOf<'invitation'>) {
  const { db, urls } = service
  const member = await invitedMember(db, { organizationId, userId, by })
  if (member === undefined) return null
  const { email, hasPassword, sso, organization, inviter } = member
  const needsPassword = !hasPassword && !sso
  const subject = `${inviter ?? 'Someone'} invited you to ${organization}`
  return renderEmail({
    to: email,
    subject,
    paragraphs: [
      `${subject} on Lectern, at ${urls.base}.`,
      needsPassword ? 'Choose a password, and you are in.' : howToSignIn(sso),
    ],
    link: needsPassword
      ? { label: 'Choose a password', url: await passwordLink(service, userId, 7) }
      : { label: 'Open Lectern', url: urls.app('o', organizationId) },
    note: needsPassword ? `The link works once, for 7 days. ${unexpected}` : unexpected,
  })
}

const howToSignIn = (sso: boolean): string =>
  sso
    ? 'Sign in with your account at work: enter this address on the sign-in page.'
    : 'You have an account: sign in with this address.'

async function newPassword(service: Service, { email }: PayloadOf<'new-password'>) {
  const account = await accountByEmail(service.db, email)
  if (account === undefined) return null
  const secret = await newPasswordLink(service.db, { userId: account.id, days: 1, now: service.now() })
  return renderEmail({
    to: account.email,
    subject: 'Choose a new password for Lectern',
    paragraphs: [`Someone requested a new password for your account at ${service.urls.base}.`],
    link: { label: 'Choose a new password', url: service.urls.app('link', secret) },
    note: `The link works once, for a day. Your password doesn’t change until you use it. ${unexpected}`,
  })
}

async function verification(service: Service, { userId }: PayloadOf<'verification'>) {
  const { db, urls, now } = service
  const { email, emailVerifiedAt } = await accountOf(db, userId)
  if (emailVerifiedAt !== null) return null
  const secret = await newOneTimeLink(db, { purpose: 'email', userId, mailed: true, now: now() })
  return renderEmail({
    to: email,
    subject: 'Verify your email address for Lectern',
    paragraphs: [`Is ${email} the address of your account at ${urls.base}?`],
    link: { label: 'Verify the address', url: urls.app('verify', secret) },
    note: `The link works once, for 7 days. ${unexpected}`,
  })
}

async function passwordLink({ db, urls, now }: Service, userId: string, days: number): Promise<string> {
  const link = { purpose: 'password', userId, mailed: true, days, now: now() } as const
  return urls.app('link', await newOneTimeLink(db, link))
}
