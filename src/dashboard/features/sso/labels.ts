import type { Member } from '#contract/members.ts'
import type { ProviderCertificate, SamlProvider } from '#contract/saml-providers.ts'
import type { SsoTest } from '#contract/sso.ts'
import { memberRoleOf, roleNames } from '../../lib/role-labels.ts'

type State = { readonly tone: 'success' | 'warning' | 'danger' | 'ink'; readonly label: string }

const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const onDate = (timestamp: string): string => date.format(new Date(timestamp))

/** The state of a provider in a few words; an expired certificate needs attention first. */
export function providerState({ status, certificates }: SamlProvider): State {
  if (status === 'pending') return { tone: 'ink', label: 'Setup incomplete' }
  const states = certificates.map((certificate) => certificate.status)
  // One that is valid longer is a certificate for the rollover, which is in place already.
  if (states.includes('valid')) return { tone: 'success', label: 'Active' }
  return states.includes('expiring')
    ? { tone: 'warning', label: 'Certificate expires soon' }
    : { tone: 'danger', label: 'Certificate expired' }
}

/** When a certificate expires, as a sentence. */
export function expiryOf({ status, expiresAt }: ProviderCertificate): string {
  return status === 'expired' ? `Expired on ${onDate(expiresAt)}` : `Expires on ${onDate(expiresAt)}`
}

/** What to do about the certificates of a provider; undefined if nothing. */
export function certificateAdvice(provider: SamlProvider): string | undefined {
  const { tone } = providerState(provider)
  if (tone !== 'warning' && tone !== 'danger') return undefined
  const last = provider.certificates.reduce((a, b) => (a.expiresAt > b.expiresAt ? a : b))
  const expiry = tone === 'danger' ? 'has expired' : `expires on ${onDate(last.expiresAt)}`
  return `The certificate ${expiry}. Add the provider’s next certificate below the current one: both are accepted, so you can switch at any time.`
}

export const certificateTones = {
  valid: 'success',
  expiring: 'warning',
  expired: 'danger',
} as const satisfies Record<ProviderCertificate['status'], State['tone']>

/** Admins who can sign in with a password while single sign-on is required. */
export const adminsWithPassword = (admins: readonly Member[]): readonly Member[] =>
  admins.filter(({ sso }) => !sso)

/** Names in a sentence: “Ann”, “Ann and Bob”, “Ann, Bob and 3 others”. */
export function namesOf(members: readonly Member[], limit = 3): string {
  const names = members.slice(0, limit).map(({ user }) => user.displayName)
  const rest = members.length - names.length
  const parts = rest === 0 ? names : [...names, rest === 1 ? '1 other' : `${rest} others`]
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

/** What signing in would do, as a sentence. */
export function outcomeOf({ outcome, identity }: SsoTest): string | undefined {
  if (outcome === undefined) return undefined
  const email = identity?.email ?? 'this address'
  const joins = outcome.joins
    ? ` They would join with the ${roleNames[memberRoleOf(outcome.joins.role)]} role${outcome.joins.team ? `, in the team ${outcome.joins.team}` : ''}.`
    : ''
  switch (outcome.type) {
    case 'create':
      return `Signing in would create an account for ${email}.${joins}`
    case 'link':
      return `Signing in would link the account ${outcome.user?.email ?? email}.${joins}`
    case 'sign-in':
      return `Signing in opens the account ${outcome.user?.email ?? email}.${joins}`
    case 'refuse':
      return `Lectern would refuse the sign-in. ${outcome.reason ?? ''}`.trim()
  }
}
