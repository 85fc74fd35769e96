import type { Service } from '../../context.ts'
import type { JobPayloads } from '../../jobs/queue.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { accountOf } from './queries.ts'

type FactorEmail = Extract<JobPayloads['send-mail'], { kind: 'second-factor' }>

const TEXTS: Readonly<
  Record<FactorEmail['change'], (name: string) => readonly [subject: string, text: string]>
> = {
  'passkey-added': (name) => [
    'A passkey was added to your account',
    `The passkey “${name}” can now sign in to your account`,
  ],
  'passkey-removed': (name) => [
    'A passkey was deleted from your account',
    `The passkey “${name}” can no longer sign in to your account`,
  ],
  'app-added': () => [
    'Your authenticator app is set up',
    'Codes of an authenticator app are now a second factor of your account',
  ],
  'app-removed': () => [
    'Your authenticator app was turned off',
    'Codes of your authenticator app no longer work for your account',
  ],
  'recovery-codes-created': () => [
    'You have new recovery codes',
    'New recovery codes were created for your account. The earlier ones no longer work',
  ],
  'recovery-code-used': () => [
    'A recovery code was used',
    'Someone signed in to your account with a recovery code, which no longer works',
  ],
  reset: () => [
    'Your second factor was removed',
    'An admin removed the passkeys, the authenticator app and the recovery codes of your account, and signed you out everywhere',
  ],
}

/** The email to a person about a change of their second factor; null if the account is gone. */
export async function secondFactorEmail(
  { db, urls }: Pick<Service, 'db' | 'urls'>,
  { userId, change, name, at }: FactorEmail,
): Promise<Email | null> {
  const account = await accountOf(db, userId).catch(() => null)
  if (account === null) return null
  const [subject, text] = TEXTS[change](name)
  const date = new Date(at).toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return renderEmail({
    to: account.email,
    subject,
    paragraphs: [
      `${text}, at ${urls.base}, on ${date} UTC.`,
      'If this wasn’t you, sign in, change your password, sign out all other browsers, and check your passkeys and your authenticator app.',
    ],
    link: { label: 'Check your account', url: urls.app('me', 'security') },
    note: 'You get this email because the security of your account changed.',
  })
}
