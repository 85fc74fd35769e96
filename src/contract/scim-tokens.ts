import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, timestamp, urlsOf } from './shared/values.ts'

/** Tokens for provisioning an organization can have. */
export const MAX_SCIM_TOKENS = 10

export const scimToken = z
  .object({
    object: z.literal('scim-token'),
    id,
    label: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.optional(),
    urls: urlsOf(['location']),
  })
  .meta({ id: 'ScimToken' })
export type ScimToken = z.infer<typeof scimToken>

const base = '/orgs/:organizationId/scim-tokens'

/** Tokens with which an identity provider creates and deactivates members (SCIM 2.0). */
export const scimTokens = resource('scimTokens', {
  list: {
    id: 'listScimTokens',
    method: 'GET',
    path: base,
    summary: 'List the provisioning tokens of an organization, oldest first.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(scimToken),
  },
  create: {
    id: 'createScimToken',
    method: 'POST',
    path: base,
    summary: `Create a provisioning token. An organization can have ${MAX_SCIM_TOKENS}.`,
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      label: z.string().trim().min(1, 'Enter a name').max(64).describe('Shown in the audit log'),
    }),
    status: 201,
    response: scimToken.extend({
      token: z.string().describe('The token. It is only shown in this response'),
      baseURL: address.describe('The base URL that the identity provider needs'),
    }),
    secret: true,
  },
  delete: {
    id: 'deleteScimToken',
    method: 'DELETE',
    path: `${base}/:scimTokenId`,
    summary: 'Revoke a provisioning token.',
    description:
      'Members and teams don’t change. When the last token is revoked, teams that the identity provider managed can be edited again.',
    permission: 'organization.admin',
    params: organizationPath.extend({ scimTokenId: id }),
    status: 204,
  },
})
