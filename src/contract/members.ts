import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, order, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { roles } from './shared/permissions.ts'
import { id, nullableRole, role, timestamp, version } from './shared/values.ts'
import { space } from './spaces.ts'
import { team, teamRole } from './teams.ts'
import { user } from './users.ts'

export const member = z
  .object({
    object: z.literal('member'),
    id: id.describe('Id of the user'),
    role: nullableRole.describe('Role in the organization, null for a guest'),
    user,
    disabled: z.boolean().describe('A disabled member is refused everything in the organization'),
    joinedAt: timestamp,
    lastSeenAt: timestamp.optional(),
    sso: z.boolean().describe('Signs in by the organization’s provider'),
    spaces: z.number().int().describe('Spaces with a grant of the member’s own'),
    teams: z.number().int(),
    version,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof member>

const memberPath = organizationPath.extend({ userId: id })
const lastAdmin = 'The last admin of an organization stays what they are: 409.'

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
      search: z.string().max(512).optional().describe('Part of the name or the e-mail address'),
      sort: z
        .enum(['joinedAt', 'lastSeenAt', 'name'])
        .default('joinedAt')
        .describe('By lastSeenAt only members that have been seen are listed'),
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
    summary: 'Change the role of a member, or disable the member.',
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
    summary: 'Remove a member from an organization with all grants and team memberships.',
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
    summary: 'Note that the member was seen now.',
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
    summary: 'Mark a member as one who signs in by the organization’s provider.',
    permission: 'organization.admin',
    params: memberPath,
    status: 200,
    response: member,
  },
  listSpaces: {
    id: 'listMemberSpaces',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/spaces',
    summary: 'List the spaces a member may access, each with the effective role there.',
    permission: 'organization.view',
    params: memberPath,
    query: paging.extend({ order }),
    status: 200,
    response: listOf(z.object({ permission: role, space })),
  },
  listTeams: {
    id: 'listMemberTeams',
    method: 'GET',
    path: '/orgs/:organizationId/members/:userId/teams',
    summary: 'List the teams of a member.',
    permission: 'organization.view',
    params: memberPath,
    query: paging.extend({ title: z.string().optional().describe('Part of the title, in any case') }),
    status: 200,
    response: listOf(z.object({ team, member: z.object({ role: teamRole }) })),
  },
})
