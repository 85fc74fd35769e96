import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, nullableRole, timestamp, uri, urlsOf, version } from './shared/values.ts'
import { team } from './teams.ts'

/** OpenID Connect providers per organization. */
export const MAX_OIDC_PROVIDERS = 20
/** Groups that a provider maps to teams and roles. */
export const MAX_GROUP_MAPPINGS = 100

const label = z.string().min(1).max(30)
const clientID = z.string().max(255).describe('Lectern’s client ID at the provider')
const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'Use scopes without spaces and quotes'))
  .max(20)
  .describe('Scopes that Lectern requests; `openid` is always included')
const groupsClaim = z
  .string()
  .min(1)
  .max(255)
  .describe('Name of the claim with the groups of a person, as a list or a single string')

/** What a group at the provider means here. */
export const groupMapping = z
  .object({
    group: z.string().trim().min(1, 'Enter the name of a group').max(255),
    team: id.nullable().optional().describe('People in the group are members of this team'),
    role: nullableRole.optional().describe('People in the group have at least this role'),
  })
  .refine(({ team, role }) => team != null || role != null, {
    path: ['group'],
    message: 'Choose a team or a role for this group',
  })
export type GroupMapping = z.infer<typeof groupMapping>

const groupMappings = z
  .array(groupMapping)
  .max(MAX_GROUP_MAPPINGS, `Map ${MAX_GROUP_MAPPINGS} groups or fewer`)
  .describe(
    'Applied at each sign-in. Teams listed here follow the groups; other teams don’t change. If a role is listed, people get the strongest role of their groups, or the default role if they are in none',
  )

export const oidcProvider = z
  .object({
    object: z.literal('oidc-provider'),
    id,
    label,
    status: z.enum(['pending', 'active']).describe('pending until it has an issuer and a clientID'),
    issuer: uri.optional(),
    clientID: clientID.optional(),
    hasClientSecret: z.boolean().describe('The secret itself is never returned'),
    scopes,
    groupsClaim,
    groupMappings,
    defaultTeam: team.optional().describe('Team that new members join'),
    defaultRole: nullableRole.describe('Role of new members; null makes them guests'),
    createdAt: timestamp,
    service: z.object({
      callbackURL: address.describe('The redirect URI to register at the provider'),
      startURL: address.describe('Sign-in starts here'),
    }),
    urls: urlsOf(['location']),
    version,
  })
  .meta({ id: 'OIDCProvider' })
export type OidcProvider = z.infer<typeof oidcProvider>

const settings = z.object({
  label,
  issuer: uri
    .nullable()
    .optional()
    .describe('Address of the provider, where `/.well-known/openid-configuration` is read'),
  clientID: clientID.nullable().optional(),
  clientSecret: z
    .string()
    .max(1024)
    .nullable()
    .optional()
    .describe(
      'Never returned. Without one, Lectern is a public client that uses PKCE. Changing the issuer removes it unless you send a new one',
    ),
  scopes: scopes.optional(),
  groupsClaim: groupsClaim.optional(),
  groupMappings: groupMappings.optional(),
  defaultTeam: id.nullable().optional().describe('ID of the team that new members join'),
  defaultRole: nullableRole.optional().describe('Role of new members; null makes them guests'),
})

const refusals =
  'Returns 400 if the configuration of the issuer can’t be read or a team is unknown. Private addresses are refused unless the operator allows them.'

const base = '/orgs/:organizationId/oidc'
const providerPath = organizationPath.extend({ oidcProviderId: id })

/** Sign-in providers that speak OpenID Connect Core 1.0. */
export const oidcProviders = resource('oidcProviders', {
  list: {
    id: 'listOIDCProviders',
    method: 'GET',
    path: base,
    summary: 'List the OpenID Connect providers of an organization.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(oidcProvider),
  },
  create: {
    id: 'createOIDCProvider',
    method: 'POST',
    path: base,
    summary: 'Add an OpenID Connect provider, which is pending until its setup is complete.',
    description: `${refusals} An organization can have up to ${MAX_OIDC_PROVIDERS}. Beyond that, returns 409.`,
    permission: 'organization.admin',
    params: organizationPath,
    body: settings,
    status: 201,
    response: oidcProvider,
  },
  get: {
    id: 'getOIDCProvider',
    method: 'GET',
    path: `${base}/:oidcProviderId`,
    summary: 'Get an OpenID Connect provider.',
    permission: 'organization.admin',
    params: providerPath,
    status: 200,
    response: oidcProvider,
  },
  update: {
    id: 'updateOIDCProvider',
    method: 'PATCH',
    path: `${base}/:oidcProviderId`,
    summary: 'Update an OpenID Connect provider. Omitted fields don’t change.',
    description: `${refusals} Returns 409 if this would make the last active provider pending while single sign-on is required.`,
    permission: 'organization.admin',
    params: providerPath,
    body: settings.partial(),
    status: 200,
    response: oidcProvider,
    versioned: true,
  },
  delete: {
    id: 'deleteOIDCProvider',
    method: 'DELETE',
    path: `${base}/:oidcProviderId`,
    summary: 'Delete an OpenID Connect provider. Its members remain members.',
    description: 'Returns 409 for the last active provider while single sign-on is required.',
    permission: 'organization.admin',
    params: providerPath,
    status: 204,
    versioned: true,
  },
})
