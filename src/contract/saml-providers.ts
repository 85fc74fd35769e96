import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, nullableRole, timestamp, uri, urlsOf, version } from './shared/values.ts'
import { team } from './teams.ts'

const label = z.string().min(1).max(30)
const entityID = z.string().max(1024)
const certificate = z.string().max(10_000).describe('X.509 certificate of the provider, PEM')

export const samlProvider = z
  .object({
    object: z.literal('saml-provider'),
    id,
    label,
    status: z.enum(['pending', 'active']).optional().describe('pending while its set-up is not complete'),
    ssoURL: uri.optional(),
    entityID: entityID.optional(),
    certificate: certificate.optional(),
    defaultTeam: team.optional().describe('Team that new members join'),
    defaultRole: nullableRole.optional().describe('Role of new members; null makes them guests'),
    createdAt: timestamp,
    service: z.object({
      acsURL: address.describe('Assertions are posted here'),
      startURL: address.describe('Signing in begins here'),
      entityID: z.string().describe('Our own'),
    }),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SAMLProvider' })
export type SamlProvider = z.infer<typeof samlProvider>

const settings = z.object({
  label,
  entityID: entityID.optional(),
  certificate: certificate.optional(),
  ssoURL: uri.optional(),
  defaultTeam: id.optional(),
  defaultRole: nullableRole.optional(),
})

const base = '/orgs/:organizationId/saml'
const providerPath = organizationPath.extend({ samlProviderId: id })

export const samlProviders = resource('samlProviders', {
  list: {
    id: 'listSAMLProviders',
    method: 'GET',
    path: base,
    summary: 'List the SAML providers of an organization.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(samlProvider),
  },
  create: {
    id: 'createSAMLProvider',
    method: 'POST',
    path: base,
    summary: 'Add a SAML provider, which is pending until its set-up is complete.',
    permission: 'organization.admin',
    params: organizationPath,
    body: settings,
    status: 201,
    response: samlProvider,
  },
  get: {
    id: 'getSAMLProvider',
    method: 'GET',
    path: `${base}/:samlProviderId`,
    summary: 'Get a SAML provider.',
    permission: 'organization.admin',
    params: providerPath,
    status: 200,
    response: samlProvider,
  },
  update: {
    id: 'updateSAMLProvider',
    method: 'PATCH',
    path: `${base}/:samlProviderId`,
    summary: 'Change a SAML provider; only what is given changes.',
    permission: 'organization.admin',
    params: providerPath,
    body: settings.partial(),
    status: 200,
    response: samlProvider,
    versioned: true,
  },
  delete: {
    id: 'deleteSAMLProvider',
    method: 'DELETE',
    path: `${base}/:samlProviderId`,
    summary: 'Delete a SAML provider; its members stay.',
    permission: 'organization.admin',
    params: providerPath,
    status: 204,
    versioned: true,
  },
  logins: {
    id: 'listSSOLogins',
    method: 'GET',
    path: '/orgs/:organizationId/sso',
    summary: 'List where one can sign in to an organization.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: z.object({ items: z.array(z.object({ id, label, startURL: address })) }),
  },
})
