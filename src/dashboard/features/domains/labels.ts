import type { VerifiedDomain } from '#contract/verified-domains.ts'

type State = { readonly tone: 'success' | 'warning' | 'danger' | 'ink'; readonly label: string }

/** The state of a domain in two words. */
export function domainState({ status, lastError }: VerifiedDomain): State {
  if (status === 'verified') return { tone: 'success', label: 'Verified' }
  if (status === 'missing') return { tone: 'warning', label: 'Record missing' }
  return lastError?.code === 'taken' ? { tone: 'danger', label: 'Taken' } : { tone: 'ink', label: 'Pending' }
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** What is wrong with a domain and what to do, as sentences; undefined if nothing is. */
export function problemOf({ status, lastError, expiresAt }: VerifiedDomain): string | undefined {
  if (lastError === undefined) return undefined
  const message = `${lastError.message}.`
  return status === 'missing' && expiresAt !== undefined
    ? `${message} Restore it by ${date.format(new Date(expiresAt))}, or the domain is no longer verified.`
    : message
}

/** How a domain was verified. */
export const verifierLabels = {
  dns: 'by its DNS record',
  operator: 'by the operator of this service',
} as const satisfies Record<NonNullable<VerifiedDomain['verifiedBy']>, string>
