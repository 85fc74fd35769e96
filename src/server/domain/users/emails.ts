import { newOneTimeLink, newPasswordLink } from '../../auth/one-time-links.ts'
import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { renderEmail } from '../../mail/email.ts'
import { accountByEmail, accountOf, invitedMember } from './queries.ts'

type EmailPayload = JobPayloads['send-mail']
type PayloadOf<K extends EmailPayload['kind']> = Extract<EmailPayload, { kind: K }>

const unexpected = 'If you didn’t expect this email, you can ignore it.'

export async function invitationEmail(
  service: Service,
  { organizationId, userId, by }: PayloadOf<'invitation'>,
) {
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
      needsPassword ? 'Choose a password to get started.' : howToSignIn(sso),
    ],
    link: needsPassword
      ? { label: 'Choose a password', url: await passwordLink(service, userId, 7) }
      : { label: 'Open Lectern', url: urls.app('o', organizationId) },
    note: needsPassword ? `The link works once, for 7 days. ${unexpected}` : unexpected,
  })
}

const howToSignIn = (sso: boolean): string =>
  sso
    ? 'To sign in with your work account, enter this address on the sign-in page.'
    : 'You already have an account. Sign in with this address.'

export async function newPasswordEmail(service: Service, { email }: PayloadOf<'new-password'>) {
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

export async function verificationEmail(service: Service, { userId }: PayloadOf<'verification'>) {
  const { db, urls, now } = service
  const { email, emailVerifiedAt } = await accountOf(db, userId)
  if (emailVerifiedAt !== null) return null
  const secret = await newOneTimeLink(db, { purpose: 'email', userId, mailed: true, now: now() })
  return renderEmail({
    to: email,
    subject: 'Verify your email address for Lectern',
    paragraphs: [`Is ${email} the address of your account at ${urls.base}?`],
    link: { label: 'Verify the address', url: urls.app('verify', secret) },
    note: `The link works for 7 days. ${unexpected}`,
  })
}

async function passwordLink({ db, urls, now }: Service, userId: string, days: number): Promise<string> {
  const link = { purpose: 'password', userId, mailed: true, days, now: now() } as const
  return urls.app('link', await newOneTimeLink(db, link))
}
