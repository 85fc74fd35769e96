import { z } from 'zod'
import { collection } from './collections.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { address, id, role, timestamp, urlsOf } from './shared/values.ts'
import { space } from './spaces.ts'

const common = {
  object: z.literal('invite'),
  id: id.describe('Also the secret of the link'),
  redundant: z.boolean().describe('The caller already has that level of access'),
  createdAt: timestamp.optional(),
  joined: z.number().int().optional().describe('Number of people who joined with it'),
  urls: urlsOf(['location', 'app']),
}

/** A link for joining the organization, or a single space or collection. */
export const invite = z
  .union([
    z.object({ ...common, role }),
    z.object({ ...common, level: role, space }),
    z.object({ ...common, level: role, collection }),
  ])
  .meta({ id: 'Invite' })
export type Invite = z.infer<typeof invite>

const links = '/orgs/:organizationId/link-invites'
const invitePath = organizationPath.extend({ inviteId: id })
const email = z.email().max(254)

export const organizationInvites = resource('organizationInvites', {
  send: {
    id: 'inviteToOrganization',
    method: 'POST',
    path: '/orgs/:organizationId/invites',
    summary: 'Add people as members by their email addresses. Existing members are skipped.',
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      emails: z
        .array(z.union([email, z.object({ email, role })]))
        .min(1)
        .max(100),
      role: role.nullable().optional().describe('For all that name no role; null makes guests'),
      sso: z
        .boolean()
        .default(false)
        .describe('They must use single sign-on; returns 412 without an active provider'),
    }),
    status: 200,
    secret: true,
    response: z.object({
      users: z.array(id),
      invited: z.number().int(),
      failedSSOEmails: z
        .array(z.string())
        .optional()
        .describe('With `sso`: not invited, because the organization has not verified the domain'),
      unverified: z
        .array(z.string())
        .optional()
        .describe('Not added: there is an account with this address that isn’t verified'),
      links: z
        .array(z.object({ email: z.string(), url: address }))
        .optional()
        .describe('Only if the service doesn’t send email: the link for each person, for you to pass on'),
    }),
  },
  accept: {
    id: 'joinByInvite',
    method: 'POST',
    path: '/orgs/:organizationId/invites/:inviteId',
    summary: 'Join through an invite link.',
    permission: 'account',
    params: invitePath,
    status: 200,
    response: z.object({}),
  },
  list: {
    id: 'listInvites',
    method: 'GET',
    path: links,
    summary: 'List the invite links of an organization.',
    permission: 'organization.admin',
    params: organizationPath,
    query: paging,
    status: 200,
    response: listOf(invite),
  },
  create: {
    id: 'createInvite',
    method: 'POST',
    path: links,
    summary: 'Create an invite link to the organization, a space or a collection.',
    permission: 'organization.admin',
    params: organizationPath,
    description:
      'The body must contain exactly one of these, so that a link never gives more access than intended.',
    body: z.union([
      z.strictObject({ role }),
      z.strictObject({ level: role, space: id }),
      z.strictObject({ level: role, collection: id }),
    ]),
    status: 201,
    response: invite,
  },
  get: {
    id: 'getInvite',
    method: 'GET',
    path: `${links}/:inviteId`,
    summary: 'Get an invite link.',
    permission: 'organization.admin',
    params: invitePath,
    status: 200,
    response: invite,
  },
  update: {
    id: 'updateInvite',
    method: 'PATCH',
    path: `${links}/:inviteId`,
    summary: 'Change the role that an invite link grants.',
    description: 'The fields `role` and `level` mean the same. Different values return 400.',
    permission: 'organization.admin',
    params: invitePath,
    body: z.object({
      role: role.optional(),
      level: role.optional().describe('For links to a space or a collection'),
    }),
    status: 200,
    response: invite,
  },
  delete: {
    id: 'deleteInvite',
    method: 'DELETE',
    path: `${links}/:inviteId`,
    summary: 'Revoke an invite link. People who joined with it remain members.',
    permission: 'organization.admin',
    params: invitePath,
    status: 205,
  },
})
