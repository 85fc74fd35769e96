import type { GroupMapping, OidcProvider } from '#contract/oidc-providers.ts'
import type { Team } from '#contract/teams.ts'
import type { Context } from '../../context.ts'
import type { Urls } from '../../urls.ts'
import { loginOf, providerUrl } from '../sso/provider-urls.ts'
import type { OidcProviderRow } from './queries.ts'

/** An OpenID Connect provider as the API returns it. */
export const presentOidcProvider = (
  row: OidcProviderRow,
  { groupMappings, defaultTeam }: { groupMappings: GroupMapping[]; defaultTeam: Team | undefined },
  { urls }: Pick<Context, 'urls'>,
): OidcProvider => ({
  object: 'oidc-provider',
  id: row.id,
  label: row.label,
  status: row.status,
  ...(row.issuer === null ? {} : { issuer: row.issuer }),
  ...(row.clientId === null ? {} : { clientID: row.clientId }),
  hasClientSecret: row.sealedSecret !== null,
  scopes: row.scopes,
  groupsClaim: row.groupsClaim,
  groupMappings,
  ...(defaultTeam === undefined ? {} : { defaultTeam }),
  defaultRole: row.defaultRole,
  createdAt: row.createdAt.toISOString(),
  service: { callbackURL: callbackUrl(urls, row.id), startURL: loginOf(row, urls).startURL },
  urls: { location: urls.location('orgs', row.organizationId, 'oidc', row.id) },
  version: row.version,
})

/** The redirect URI of a provider. */
export const callbackUrl = (urls: Urls, providerId: string): string =>
  providerUrl(urls, 'oidc', providerId, 'callback')
