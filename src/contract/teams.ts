import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, timestamp, urlsOf, version } from './shared/values.ts'

export const teamRole = z
  .enum(['owner', 'member'])
  .describe('owner: can manage the members of the team; member: is in the team')
export type TeamRole = z.infer<typeof teamRole>

export const teamTitle = z.string().min(1).max(64)

export const team = z
  .object({
    object: z.literal('team'),
    id,
    title: teamTitle,
    members: z.number().int(),
    spaces: z.number().int().describe('Spaces with a grant of the team’s own'),
    managedBy: z
      .literal('scim')
      .optional()
      .describe('An identity provider manages title and members, so they cannot be changed here'),
    createdAt: timestamp,
    urls: urlsOf(['location']),
    permissions: flags('admin', 'view'),
    version,
  })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof team>

export const teamPath = organizationPath.extend({ teamId: id })

export const teams = resource('teams', {
  list: {
    id: 'listTeams',
    method: 'GET',
    path: '/orgs/:organizationId/teams',
    summary: 'List the teams of an organization, by title.',
    permission: 'organization.view',
    params: organizationPath,
    query: paging.extend({
      owner: id.optional().describe('Member; only teams they can manage, which for an admin are all'),
      title: z.string().optional().describe('Part of the title, in any case'),
    }),
    status: 200,
    response: listOf(team),
  },
  create: {
    id: 'createTeam',
    method: 'PUT',
    path: '/orgs/:organizationId/teams',
    summary: 'Make a team.',
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      title: teamTitle,
      members: z.array(id).max(1000).optional().describe('Members of the organization to begin with'),
    }),
    status: 201,
    response: team,
  },
  get: {
    id: 'getTeam',
    method: 'GET',
    path: '/orgs/:organizationId/teams/:teamId',
    summary: 'Get a team.',
    permission: 'team.view',
    params: teamPath,
    status: 200,
    response: team,
  },
  update: {
    id: 'updateTeam',
    method: 'PATCH',
    path: '/orgs/:organizationId/teams/:teamId',
    summary: 'Rename a team.',
    permission: 'team.manage',
    params: teamPath,
    body: z.object({ title: teamTitle }),
    status: 200,
    response: team,
    versioned: true,
  },
  delete: {
    id: 'deleteTeam',
    method: 'DELETE',
    path: '/orgs/:organizationId/teams/:teamId',
    summary: 'Delete a team with its grants; its members stay in the organization.',
    permission: 'team.manage',
    params: teamPath,
    status: 204,
    versioned: true,
  },
})
