import type { VerifiedDomain } from '#contract/verified-domains.ts'
import type { Defaulted, Nullable } from './people.ts'

export type DomainCheckError = NonNullable<VerifiedDomain['lastError']>['code']

export type VerifiedDomainTable = {
  organization_id: string
  domain: string
  /** Part of the DNS record; not a secret. */
  record_token: string
  verified_at: Nullable<Date>
  verified_by: Nullable<'dns' | 'operator'>
  last_checked_at: Nullable<Date>
  last_error: Nullable<DomainCheckError>
  /** The first check that did not find the record of a verified domain. */
  missing_since: Nullable<Date>
  version: Defaulted<number>
  created_at: Date
}

export type VerifiedDomainTables = { verified_domain: VerifiedDomainTable }
