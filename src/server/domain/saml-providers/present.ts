import type { SamlProvider } from '#contract/saml-providers.ts'
import type { Team } from '#contract/teams.ts'
import type { Context } from '../../context.ts'
import { loginOf, providerUrl } from '../sso/provider-urls.ts'
import { describeCertificates } from './certificates.ts'
import type { SamlProviderRow } from './queries.ts'

/** A SAML provider as the API returns it. */
export const presentSamlProvider = (
  row: SamlProviderRow,
  defaultTeam: Team | undefined,
  { urls, now }: Pick<Context, 'urls' | 'now'>,
): SamlProvider => ({
  object: 'saml-provider',
  id: row.id,
  label: row.label,
  status: row.status,
  ...(row.ssoUrl === null ? {} : { ssoURL: row.ssoUrl }),
  ...(row.entityId === null ? {} : { entityID: row.entityId }),
  ...(row.certificate === null ? {} : { certificate: row.certificate }),
  certificates: describeCertificates(row.certificate, now()),
  ...(defaultTeam === undefined ? {} : { defaultTeam }),
  defaultRole: row.defaultRole,
  createdAt: row.createdAt.toISOString(),
  service: {
    acsURL: providerUrl(urls, 'saml', row.id, 'acs'),
    startURL: loginOf(row, urls).startURL,
    entityID: serviceEntityId(urls, row.id),
    metadataURL: serviceEntityId(urls, row.id),
  },
  urls: { location: urls.location('orgs', row.organizationId, 'saml', row.id) },
  version: row.version,
})

/** Our own entity id at a provider: the address of our metadata for it (SAML Metadata 2.0, 4.1.1). */
export const serviceEntityId = (urls: Context['urls'], providerId: string): string =>
  providerUrl(urls, 'saml', providerId, 'metadata')
