import { z } from 'zod'
import { undeliverable } from './email-preferences.ts'
import { memberAccess, memberGrant } from './member-access.ts'
import { resource } from './route.ts'
import { listOf, order, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { roles } from './shared/permissions.ts'
import { address, id, nullableRole, role, timestamp, version } from './shared/values.ts'
import { signedInBrowser } from './sign-ins.ts'
import { site } from './sites.ts'
import { space } from './spaces.ts'
import { team, teamRole } from './teams.ts'
import { user } from './users.ts'

export const member = z
  .object({
    object: z.literal('member'),
    id: id.describe('Id of the user'),
    role: nullableRole.describe('Role in the organization, null for a guest'),
    user,
    disabled: z.boolean().describe('A disabled member has no access to the organization'),
    joinedAt: timestamp,
    lastSeenAt: timestamp.optional(),
    sso: z.boolean().describe('Must use single sign-on'),
    secondFactor: z
      .boolean()
      .optional()
      .describe('Has a passkey or an authenticator app; visible to admins only'),
    undeliverable: undeliverable.optional().describe('Visible to admins only'),
    spaces: z.number().int().describe('Number of spaces with a direct role for the member'),
    accessibleSpaces: z
      .number()
      .int()
      .optional()
      .describe(
        'Number of spaces the member can access directly, through teams, collections or default levels, or as an admin. Only admins see it',
      ),
    sites: z.number().int().optional().describe('Number of sites with a direct role for the member'),
    teams: z.number().int(),
    pending: z.boolean().optional().describe('Invited, but hasn’t chosen a password yet'),
    version,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

const memberPath = organizationPath.extend({ userId: id })
const onlyHere =
  'Sessions belong to the account: if the member is in other organizations, too, this returns 403, and only they can see and end their sessions.'
const lastAdmin = 'Returns 409 for the last admin of an organization.'

export const members = resource('members', {
  list: {
    id: 'listMembers',
    method: 'GET',
    path: '/orgs/:organizationId/members',
    summary: 'List the members of an organization.',
    permission: 'organization.view',
    params: organizationPath,
    query: paging.extend({
      order,
      role: z
        .enum([...roles, 'guest'])
        .optional()
        .describe('Only members with this role'),
      disabled: z.boolean().optional().describe('true: only disabled members; false: only active ones'),
      secondFactor: z
        .boolean()
        .optional()
        .describe('Admins only. true: members with a second factor; false: those without'),
      undeliverable: z
        .boolean()
        .optional()
        .describe('Admins only. true: members whose address the mail server rejected; false: all others'),
      lastSeenAfter: timestamp.optional().describe('Only members who were here after this moment'),
      lastSeenBefore: timestamp
        .optional()
        .describe('Only members who were not here since this moment, including those who never were'),
      search: z.string().max(512).optional().describe('Part of the name or the email address'),
      sort: z
        .enum(['joinedAt', 'lastSeenAt', 'name'])
        .default('joinedAt')
        .describe('lastSeenAt lists only members who have signed in'),
    }),
    status: 200,
    response: listOf(member),
  },
  get: {
    id: 'getMember',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId',
    summary: 'Get a member of an organization.',
    permission: 'organization.view',
    params: memberPath,
    status: 200,
    response: member,
  },
  update: {
    id: 'updateMember',
    method: 'PATCH',
    path: '/orgs/:organizationId/members/:userId',
    summary: 'Change the role of a member, or disable them.',
    description: lastAdmin,
    permission: 'organization.admin',
    params: memberPath,
    body: z.object({
      role: nullableRole.optional().describe('null makes the member a guest'),
      disabled: z.boolean().optional(),
    }),
    status: 200,
    response: member,
    versioned: true,
  },
  delete: {
    id: 'deleteMember',
    method: 'DELETE',
    path: '/orgs/:organizationId/members/:userId',
    summary: 'Remove a member from an organization, with all their roles and team memberships.',
    description: lastAdmin,
    permission: 'organization.admin',
    params: memberPath,
    status: 204,
    versioned: true,
  },
  ping: {
    id: 'pingOrganization',
    method: 'POST',
    path: '/orgs/:organizationId/ping',
    summary: 'Record that the member was active now.',
    permission: 'organization.member',
    params: organizationPath,
    status: 200,
    response: z.object({
      serviceVisitorClaims: z.string().optional().describe('Signed token to attach to the user'),
    }),
  },
  markSso: {
    id: 'markMemberSso',
    method: 'POST',
    path: '/orgs/:organizationId/members/:userId/sso',
    summary: 'Require single sign-on for a member, even if the organization doesn’t.',
    description:
      'Returns 412 without an active provider, and 409 for the last admin who can sign in with a password.',
    permission: 'organization.admin',
    params: memberPath,
    status: 200,
    response: member,
  },
  unmarkSso: {
    id: 'unmarkMemberSso',
    method: 'DELETE',
    path: '/orgs/:organizationId/members/:userId/sso',
    summary: 'Let a member sign in with a password again, unless the organization requires single sign-on.',
    permission: 'organization.admin',
    params: memberPath,
    status: 200,
    response: member,
  },
  listSpaces: {
    id: 'listMemberSpaces',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/spaces',
    summary: 'List the spaces a member can access, with their effective role in each.',
    permission: 'organization.view',
    params: memberPath,
    query: paging.extend({ order }),
    status: 200,
    response: listOf(z.object({ permission: role, space })),
  },
  listSites: {
    id: 'listMemberSites',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/sites',
    summary: 'List the sites a member can access, with their effective role on each.',
    permission: 'organization.view',
    params: memberPath,
    query: paging.extend({ order }),
    status: 200,
    response: listOf(z.object({ permission: role, site })),
  },
  listTeams: {
    id: 'listMemberTeams',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/teams',
    summary: 'List the teams of a member.',
    permission: 'organization.view',
    params: memberPath,
    query: paging.extend({ title: z.string().optional().describe('Part of the title; case-insensitive') }),
    status: 200,
    response: listOf(z.object({ team, member: z.object({ role: teamRole }) })),
  },
  listGrants: {
    id: 'listMemberGrants',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/grants',
    summary: 'List the direct roles of a member on spaces, collections and sites.',
    permission: 'organization.admin',
    params: memberPath,
    query: paging,
    status: 200,
    response: listOf(memberGrant),
  },
  listBrowsers: {
    id: 'listMemberBrowsers',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/sessions',
    summary: 'List the browsers a member is signed in with, last used first.',
    description: onlyHere,
    permission: 'organization.admin',
    params: memberPath,
    query: paging,
    status: 200,
    response: listOf(signedInBrowser),
  },
  signOut: {
    id: 'signOutMember',
    method: 'DELETE',
    path: '/orgs/:organizationId/members/:userId/sessions',
    summary: 'Sign a member out of every browser.',
    description: onlyHere,
    permission: 'organization.admin',
    params: memberPath,
    status: 204,
  },
  resendInvite: {
    id: 'resendMemberInvite',
    method: 'POST',
    path: '/orgs/:organizationId/members/:userId/invite',
    summary: 'Resend the invite email to a pending member; 409 if they have a password.',
    permission: 'organization.admin',
    params: memberPath,
    status: 200,
    secret: true,
    response: z.object({ url: address.optional().describe('Only if the service doesn’t send email') }),
  },
  access: {
    id: 'getMemberAccess',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/access',
    summary:
      'Get everything that a member has access to or owns, which is revoked or transferred when they leave.',
    permission: 'organization.admin',
    params: memberPath,
    status: 200,
    response: memberAccess,
  },
  offboard: {
    id: 'offboardMember',
    method: 'POST',
    path: '/orgs/:organizationId/members/:userId/offboard',
    summary: 'Transfer or revoke all access of a member, and suspend or remove them, in one step.',
    description: `${lastAdmin} 404 if the successor is not a member; 400 if the successor is suspended or is the member who leaves.`,
    permission: 'organization.admin',
    params: memberPath,
    body: z.object({
      successor: id
        .optional()
        .describe(
          'Member who gets the roles and teams; where both have a role, the stronger one applies. Without a successor, they are revoked',
        ),
      membership: z.enum(['suspend', 'remove']).describe('Whether to suspend or remove the membership'),
    }),
    status: 200,
    response: z.object({
      grants: z.number().int().describe('Number transferred or revoked'),
      teams: z.number().int(),
      sessions: z
        .number()
        .int()
        .describe('Number of browsers signed out; only if this was their last organization'),
      tokens: z
        .number()
        .int()
        .describe('Number of API tokens revoked; only if this was their last organization'),
    }),
  },
})
