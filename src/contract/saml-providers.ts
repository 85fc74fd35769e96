import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, nullableRole, timestamp, uri, urlsOf, version } from './shared/values.ts'
import { team } from './teams.ts'

const label = z.string().min(1).max(30)
const entityID = z.string().max(1024)
const certificate = z
  .string()
  .max(10_000)
  .describe('X.509 certificate of the provider in PEM format, or two in a row')

/** SAML providers per organization. */
export const MAX_SAML_PROVIDERS = 20
/** A certificate that expires within this many days is reported as `expiring`. */
export const EXPIRY_WARNING_DAYS = 30

/** What a certificate says about itself. */
export const providerCertificate = z.object({
  subject: z.string(),
  fingerprint: z.string().describe('SHA-256 of the certificate, as hex pairs with colons'),
  expiresAt: timestamp,
  status: z
    .enum(['valid', 'expiring', 'expired'])
    .describe(`expiring: within ${EXPIRY_WARNING_DAYS} days. Only a warning; responses are still accepted`),
})
export type ProviderCertificate = z.infer<typeof providerCertificate>

export const samlProvider = z
  .object({
    object: z.literal('saml-provider'),
    id,
    label,
    status: z
      .enum(['pending', 'active'])
      .optional()
      .describe('pending until it has an entityID, an ssoURL and a certificate'),
    ssoURL: uri.optional(),
    entityID: entityID.optional(),
    certificate: certificate.optional(),
    certificates: z
      .array(providerCertificate)
      .describe('The certificates in `certificate`, in the same order'),
    defaultTeam: team.optional().describe('Team that new members join'),
    defaultRole: nullableRole.optional().describe('Role of new members; null makes them guests'),
    createdAt: timestamp,
    service: z.object({
      acsURL: address.describe('The provider posts its responses here'),
      startURL: address.describe('Sign-in starts here'),
      entityID: z.string().describe('Lectern’s entity ID'),
      metadataURL: address.describe(
        'Lectern’s metadata as XML, with all of this and its signing certificate',
      ),
    }),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'SAMLProvider' })
export type SamlProvider = z.infer<typeof samlProvider>

const settings = z.object({
  label,
  entityID: entityID.nullable().optional(),
  certificate: certificate.nullable().optional(),
  ssoURL: uri.nullable().optional(),
  defaultTeam: id.nullable().optional().describe('ID of the team that new members join'),
  defaultRole: nullableRole.optional().describe('Role of new members; null makes them guests'),
})

const refusals = 'Returns 400 if the certificate can’t be read or the team is unknown.'

/** Metadata documents of federations can be larger; those of one provider have a few kB. */
export const MAX_METADATA_CHARACTERS = 500_000

/** The settings of a provider as its metadata describes them. */
export const samlMetadata = z
  .object({
    entityID: z.string(),
    ssoURL: address,
    certificate: z.string().describe('PEM, one or two'),
    certificates: z.array(providerCertificate),
  })
  .meta({ id: 'SAMLMetadata' })
export type SamlMetadata = z.infer<typeof samlMetadata>

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
    summary: 'Add a SAML provider, which is pending until its setup is complete.',
    description: `${refusals} An organization can have up to ${MAX_SAML_PROVIDERS}. Beyond that, returns 409.`,
    permission: 'organization.admin',
    params: organizationPath,
    body: settings,
    status: 201,
    response: samlProvider,
  },
  readMetadata: {
    id: 'readSAMLMetadata',
    method: 'POST',
    path: `${base}/metadata`,
    summary: 'Read the metadata of a provider, from its address or as text, and return the settings in it.',
    description:
      'Nothing is saved. Returns 400 `upstream` if the address can’t be read. Private addresses only work if the operator allows them.',
    permission: 'organization.admin',
    readOnly: true,
    params: organizationPath,
    body: z
      .object({ url: uri.optional(), text: z.string().max(MAX_METADATA_CHARACTERS).optional() })
      .refine(
        ({ url, text }) => (url === undefined) !== (text === undefined),
        'Send either a URL or the text',
      ),
    status: 200,
    response: samlMetadata,
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
    summary: 'Update a SAML provider. Omitted fields don’t change.',
    description: `${refusals} Returns 409 if this would make the last active provider pending while single sign-on is required.`,
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
    summary: 'Delete a SAML provider. Its members remain members.',
    description: 'Returns 409 for the last active provider while single sign-on is required.',
    permission: 'organization.admin',
    params: providerPath,
    status: 204,
    versioned: true,
  },
  logins: {
    id: 'listSSOLogins',
    method: 'GET',
    path: '/orgs/:organizationId/sso',
    summary: 'List the active providers that members can sign in with.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: z.object({ items: z.array(z.object({ id, label, startURL: address })) }),
  },
})
