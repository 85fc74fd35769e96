import type { Service } from '../../context.ts'
import { type Email, renderEmail } from '../../mail/email.ts'
import { domainForEmail } from './queries.ts'
import { expiryOf, recordOf } from './rules.ts'

export type DomainEmailPayload = {
  /** domain-missing: a warning; domain-unverified: the grace period is over. */
  readonly kind: 'domain-missing' | 'domain-unverified'
  readonly organizationId: string
  readonly domain: string
  /** An admin of the organization. */
  readonly userId: string
}

/** The email to one admin about a missing DNS record; null if it is no longer true. */
export async function domainEmail(
  { db, urls }: Service,
  { kind, organizationId, domain, userId }: DomainEmailPayload,
): Promise<Email | null> {
  const row = await domainForEmail(db, { organizationId, domain, userId })
  if (row === undefined || (kind === 'domain-missing') !== (row.missingSince !== null)) return null
  const { name, value } = recordOf(domain, row.token)
  const people = `people with an address at ${domain} can no longer join ${row.title} on their own or sign in for the first time with single sign-on`
  const link = { label: 'Open domains', url: urls.app('o', organizationId, 'settings', 'domains') }
  const note = `You get this email because you are an admin of ${row.title}. Members keep their access.`
  if (row.missingSince === null) {
    return renderEmail({
      to: row.email,
      subject: `${domain} is no longer verified for ${row.title}`,
      paragraphs: [
        `The DNS record of ${domain} was missing for too long. Until you verify the domain again, ${people}.`,
        `Add the TXT record ${name} with the value ${value}, then check the domain.`,
      ],
      link,
      note,
    })
  }
  const date = expiryOf(row.missingSince).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return renderEmail({
    to: row.email,
    subject: `Restore the DNS record of ${domain}`,
    paragraphs: [
      `The DNS record that proves that ${row.title} owns ${domain} is missing. If it isn’t back by ${date}, ${people}.`,
      `Add the TXT record ${name} with the value ${value} again.`,
    ],
    link,
    note,
  })
}
