import type { VerifiedDomain } from '#contract/verified-domains.ts'
import type { DomainCheckError } from '../../db/tables/verified-domains.ts'
import type { Urls } from '../../urls.ts'
import type { DomainRow } from './queries.ts'
import { expiryOf, recordOf } from './rules.ts'

/** A domain as the API returns it to admins. */
export function presentDomain(row: DomainRow, urls: Urls): VerifiedDomain {
  const { domain, verifiedAt, verifiedBy, lastCheckedAt, lastError, missingSince } = row
  const record = recordOf(domain, row.token)
  return {
    object: 'verified-domain',
    id: domain,
    domain,
    status: verifiedAt === null ? 'pending' : missingSince === null ? 'verified' : 'missing',
    record,
    ...(verifiedAt === null ? {} : { verifiedAt: verifiedAt.toISOString() }),
    ...(verifiedBy === null ? {} : { verifiedBy }),
    ...(lastCheckedAt === null ? {} : { lastCheckedAt: lastCheckedAt.toISOString() }),
    ...(lastError === null
      ? {}
      : { lastError: { code: lastError, message: messages[lastError](domain, record.name) } }),
    ...(missingSince === null ? {} : { expiresAt: expiryOf(missingSince).toISOString() }),
    joining: row.joining,
    createdAt: row.createdAt.toISOString(),
    urls: { location: urls.location('orgs', row.organizationId, 'domains', domain) },
    version: row.version,
  }
}

const messages: Readonly<Record<DomainCheckError, (domain: string, name: string) => string>> = {
  no_record: (_, name) =>
    `There is no TXT record at ${name} yet. A new record can take a few hours to appear`,
  wrong_record: (_, name) => `The TXT record at ${name} has another value`,
  dns_failed: (domain) => `The DNS servers of ${domain} didn’t answer. Try again in a few minutes`,
  taken: takenMessage,
}

/** The first organization that proves a domain owns it until it deletes the domain or its record disappears. */
export function takenMessage(domain: string): string {
  return `Another organization has verified ${domain}. Ask its admins to delete the domain, or contact the operator of this service`
}
