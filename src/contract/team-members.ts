import { z } from 'zod'
import { member } from './members.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { flags, id } from './shared/values.ts'
import { teamPath, teamRole } from './teams.ts'

const base = '/orgs/:organizationId/teams/:teamId/members'
const memberPath = teamPath.extend({ userId: id })
const userOrEmail = z.union([id, z.email().max(254)]).describe('ID of a user, or an email address')

export const teamMember = z
  .object({ organization: member, team: z.object({ role: teamRole }), permissions: flags('view') })
  .meta({ id: 'TeamMember' })
export type TeamMember = z.infer<typeof teamMember>

export const teamMembers = resource('teamMembers', {
  list: {
    id: 'listTeamMembers',
    method: 'GET',
    path: base,
    summary: 'List the members of a team, by name.',
    permission: 'team.view',
    params: teamPath,
    query: paging,
    status: 200,
    response: listOf(teamMember),
  },
  updateAll: {
    id: 'updateTeamMembers',
    method: 'PUT',
    path: base,
    summary: 'Add, remove and change members of a team. Users in both add and remove are removed.',
    permission: 'team.manage',
    params: teamPath,
    body: z
      .object({
        add: z.array(userOrEmail).max(1000).optional(),
        remove: z.array(userOrEmail).max(1000).optional(),
        memberships: z
          .record(userOrEmail, z.object({ role: teamRole }))
          .refine((roles) => Object.keys(roles).length <= 1000, 'Up to 1,000')
          .optional()
          .describe('Roles by user'),
      })
      .refine(({ add, remove, memberships }) => [add, remove, memberships].some(Boolean), {
        message: 'Send at least one of add, remove and memberships',
      }),
    status: 204,
  },
  put: {
    id: 'putTeamMember',
    method: 'PUT',
    path: `${base}/:userId`,
    summary: 'Add a member to a team, or change their role in it.',
    permission: 'team.manage',
    params: memberPath,
    body: z.object({
      role: teamRole.optional().describe('member by default; people who are in the team keep their role'),
    }),
    bodyOptional: true,
    status: 204,
  },
  delete: {
    id: 'removeTeamMember',
    method: 'DELETE',
    path: `${base}/:userId`,
    summary: 'Remove a member from a team.',
    permission: 'team.manage',
    params: memberPath,
    status: 204,
  },
})
