import { GRACE_DAYS } from '#contract/verified-domains.ts'
import type { DomainCheckError } from '../../db/tables/verified-domains.ts'
import { isPublicMailDomain } from './public-mail-domains.ts'

/** Why no organization can own a domain; null if one can. */
export const refusalOf = (domain: string): string | null =>
  isPublicMailDomain(domain)
    ? `${domain} is a public email service, so no organization can own it. Use your organization’s domain`
    : null

/** The DNS record that proves ownership of a domain. It has its own name, apart from all other records. */
export const recordOf = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_lectern.${domain}`,
  value: `lectern-verification=${token}`,
})

/** What the TXT records at the name of the record say: null if one of them proves ownership. */
export function errorFrom(texts: readonly string[], value: string): DomainCheckError | null {
  if (texts.some((text) => text.trim() === value)) return null
  return texts.length === 0 ? 'no_record' : 'wrong_record'
}

const GRACE_MS = GRACE_DAYS * 86_400_000

/** When a domain loses its verification if its record stays missing. */
export const expiryOf = (missingSince: Date): Date => new Date(missingSince.getTime() + GRACE_MS)

/** What a check knows about a domain before it. */
export type CheckedDomain = {
  readonly verifiedBy: 'dns' | 'operator' | null
  readonly missingSince: Date | null
}

export type CheckResult = {
  /** verify: proven now; remind: missing for the first time; remove: missing for the whole grace period. */
  readonly action: 'none' | 'verify' | 'remind' | 'remove'
  readonly missingSince: Date | null
}

/**
 * What follows from a check. A domain that the operator vouched for never loses its verification, and a DNS server
 * that does not answer changes nothing.
 */
export function resultOf(
  { verifiedBy, missingSince }: CheckedDomain,
  error: DomainCheckError | null,
  now: Date,
): CheckResult {
  if (error === null) return { action: verifiedBy === null ? 'verify' : 'none', missingSince: null }
  if (verifiedBy !== 'dns') return { action: 'none', missingSince: null }
  if (error === 'dns_failed') return { action: 'none', missingSince }
  if (missingSince === null) return { action: 'remind', missingSince: now }
  return now < expiryOf(missingSince)
    ? { action: 'none', missingSince }
    : { action: 'remove', missingSince: null }
}
