import { type GroupMapping, MAX_OIDC_PROVIDERS } from '#contract/oidc-providers.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { DomainError } from '../../errors.ts'

/** The settings of an OpenID Connect provider as they are stored; null is not set. */
export type OidcSettings = {
  readonly label: string
  readonly issuer: string | null
  readonly clientId: string | null
  readonly hasSecret: boolean
  readonly scopes: readonly string[]
  readonly groupsClaim: string
  readonly groupMappings: readonly GroupMapping[]
  readonly defaultTeamId: string | null
  readonly defaultRole: Role | null
}

/** The fields of a request. A field that is left out does not change; null and an empty text clear it. */
export type OidcInput = {
  readonly label?: string | undefined
  readonly issuer?: string | null | undefined
  readonly clientID?: string | null | undefined
  readonly clientSecret?: string | null | undefined
  readonly scopes?: readonly string[] | undefined
  readonly groupsClaim?: string | undefined
  readonly groupMappings?: readonly GroupMapping[] | undefined
  readonly defaultTeam?: string | null | undefined
  readonly defaultRole?: Role | null | undefined
}

/** The settings of a new provider before its first request. */
export const NEW_PROVIDER: OidcSettings = {
  label: '',
  issuer: null,
  clientId: null,
  hasSecret: false,
  scopes: ['openid', 'email', 'profile'],
  groupsClaim: 'groups',
  groupMappings: [],
  defaultTeamId: null,
  defaultRole: null,
}

/**
 * A request that moves a provider to another issuer. The stored secret never goes to an issuer for which it was not
 * entered, so another admin cannot read it that way.
 */
export const withoutMovedSecret = (input: OidcInput, storedIssuer: string | null): OidcInput =>
  storedIssuer === null || input.issuer === undefined || input.issuer === storedIssuer
    ? input
    : { ...input, clientSecret: input.clientSecret ?? null }

/** The settings with the changes of a request. */
export const settingsAfter = (before: OidcSettings, input: OidcInput): OidcSettings => ({
  label: input.label ?? before.label,
  issuer: input.issuer === undefined ? before.issuer : input.issuer,
  clientId: changed(before.clientId, input.clientID),
  hasSecret: input.clientSecret === undefined ? before.hasSecret : Boolean(input.clientSecret?.trim()),
  // Without `openid` a provider sends no identity (OpenID Connect Core 1.0, 3.1.2.1).
  scopes: input.scopes === undefined ? before.scopes : [...new Set(['openid', ...input.scopes])],
  groupsClaim: input.groupsClaim ?? before.groupsClaim,
  groupMappings: input.groupMappings?.map(tidyMapping) ?? before.groupMappings,
  defaultTeamId: changed(before.defaultTeamId, input.defaultTeam),
  defaultRole: input.defaultRole === undefined ? before.defaultRole : input.defaultRole,
})

const changed = (before: string | null, input: string | null | undefined): string | null =>
  input === undefined ? before : input?.trim() || null

/** Without the fields that have no value. */
const tidyMapping = ({ group, team, role }: GroupMapping): GroupMapping => ({
  group,
  ...(team ? { team } : {}),
  ...(role ? { role } : {}),
})

/** A provider is active once people can be sent there. */
export const statusOf = ({ issuer, clientId }: OidcSettings): 'pending' | 'active' =>
  issuer !== null && clientId !== null ? 'active' : 'pending'

/** The issuer in what people copy from a provider, which is often the address of its configuration. */
export const issuerIn = (address: string): string =>
  address.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '')

export const tooManyProviders = () =>
  new DomainError(
    'invalid_state',
    `An organization can have up to ${MAX_OIDC_PROVIDERS} OpenID Connect providers`,
  )
