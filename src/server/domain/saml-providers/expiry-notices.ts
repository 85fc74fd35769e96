import { createHash } from 'node:crypto'
import type { Service } from '../../context.ts'
import { writeIn } from '../../db/write.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { adminsOf } from '../verified-domains/queries.ts'
import { lastExpiry } from './certificates.ts'
import {
  lockSentNotices,
  providerCertificates,
  providerForEmail,
  storeSentNotices,
} from './expiry-queries.ts'

const DAY_MS = 86_400_000
/** Admins get an email this many days before the last certificate of a provider expires, the earliest first. */
const NOTICE_DAYS = [30, 7]

/** The notice that is due; undefined if none is, or the certificate has expired. */
export function dueNotice(expiresAt: Date, now: Date): number | undefined {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS
  return days <= 0 ? undefined : NOTICE_DAYS.findLast((notice) => days <= notice)
}

/** Emails the admins whose provider's last certificate expires soon, once for each notice. */
export async function sendExpiryNotices({ db, jobs, now }: Pick<Service, 'db' | 'jobs' | 'now'>) {
  await writeIn(db, async (tx) => {
    const sent = await lockSentNotices(tx)
    const next: Record<string, number> = {}
    for (const { id: providerId, organizationId, certificate } of await providerCertificates(tx)) {
      const expiresAt = lastExpiry(certificate)
      const notice = expiresAt && dueNotice(expiresAt, now())
      if (notice === undefined || certificate === null) continue
      const key = `${providerId} ${createHash('sha256').update(certificate).digest('base64url')}`
      next[key] = notice
      if ((sent[key] ?? Number.POSITIVE_INFINITY) <= notice) continue
      const admins = await adminsOf(tx, organizationId)
      await jobs.enqueueEach(
        tx,
        'send-mail',
        admins.map((userId) => ({ kind: 'certificate-expiring', organizationId, providerId, userId })),
      )
    }
    await storeSentNotices(tx, next)
  })
}

export type ExpiryEmailPayload = {
  readonly kind: 'certificate-expiring'
  readonly organizationId: string
  readonly providerId: string
  /** An admin of the organization. */
  readonly userId: string
}

/** The email to one admin; null if there is a newer certificate by then, or no such admin. */
export async function certificateExpiringEmail(
  { db, urls, now }: Service,
  payload: ExpiryEmailPayload,
): Promise<Email | null> {
  const row = await providerForEmail(db, payload)
  const expiresAt = row && lastExpiry(row.certificate)
  if (row === undefined || !expiresAt || dueNotice(expiresAt, now()) === undefined) return null
  const date = expiresAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return renderEmail({
    to: row.email,
    subject: `The certificate of ${row.label} expires on ${date}`,
    paragraphs: [
      `Lectern verifies sign-ins to ${row.title} with a certificate that expires on ${date}. Many providers use a new one from then on, and sign-ins through ${row.label} fail until you add it here.`,
      'Copy the next certificate of the provider, or import its metadata again. Lectern accepts the current and the next one at the same time.',
    ],
    link: { label: 'Open single sign-on', url: urls.app('o', payload.organizationId, 'settings', 'sso') },
    note: `You get this email because you are an admin of ${row.title}.`,
  })
}
