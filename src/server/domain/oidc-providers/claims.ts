import type { ExternalIdentity } from '../sso/external-identity.ts'
import { externalIdentity } from '../sso/identity-fields.ts'

/** The claims about a person, from the ID token and the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

type ClaimSettings = {
  readonly providerId: string
  readonly groupsClaim: string
  /** The groups that mean something here. */
  readonly mappedGroups: ReadonlySet<string>
}

/**
 * The identity in the claims of a provider (OpenID Connect Core 1.0, 5.1). An email address that the provider marks as
 * not verified is left out: anyone could have entered it there.
 * @throws {RangeError} if the subject is not valid
 * @throws {Error} if the groups are left out because there are too many of them
 */
export function identityFrom(claims: Claims, settings: ClaimSettings): ExternalIdentity {
  const { groupsClaim, mappedGroups, providerId } = settings
  if (mappedGroups.size > 0 && isTooLong(claims, groupsClaim)) {
    const cause = `The provider left out “${groupsClaim}” because the person has too many groups`
    throw new Error(`${cause}. Limit the claim to the groups of this application`)
  }
  return externalIdentity({
    providerId,
    subject: claims.sub,
    email: claims.email_verified === false ? undefined : text(claims.email),
    displayName: text(claims.name) ?? fullName(claims) ?? text(claims.preferred_username),
    photoUrl: text(claims.picture),
    // Only these, so that the limit on the number of groups never drops one of them.
    groups: groupsIn(claims, groupsClaim).filter((group) => mappedGroups.has(group)),
    attributes: Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, textsOf(value)])),
  })
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const fullName = ({ given_name, family_name }: Claims): string | undefined =>
  [text(given_name), text(family_name)].filter(Boolean).join(' ') || undefined

/** The groups in a claim: a list, or one text. */
export const groupsIn = (claims: Claims, name: string): readonly string[] =>
  [...new Set([claims[name] ?? []].flat())].filter((group) => typeof group === 'string')

/** A provider names a claim that is too long for the token instead of sending it (OpenID Connect Core 1.0, 5.6.2). */
function isTooLong(claims: Claims, name: string): boolean {
  const names = claims._claim_names
  return typeof names === 'object' && names !== null && name in names
}

const textsOf = (value: unknown): readonly string[] =>
  [value].flat().map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))
