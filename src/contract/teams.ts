import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { organizationPath } from './shared/paths.ts'
import { flags, id, timestamp, urlsOf, version } from './shared/values.ts'

export const teamRole = z
  .enum(['owner', 'member'])
  .describe('owner: can manage the members of the team; member: can’t')
export type TeamRole = z.infer<typeof teamRole>

export const teamTitle = z.string().min(1).max(64)

export const team = z
  .object({
    object: z.literal('team'),
    id,
    title: teamTitle,
    members: z.number().int(),
    spaces: z.number().int().describe('Number of spaces with a direct role for the team'),
    managedBy: z
      .literal('scim')
      .optional()
      .describe('An identity provider manages its title and members, so they can’t be changed here'),
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
      owner: id.optional().describe('A user: only teams that they can manage; for an admin, all teams'),
      title: z.string().optional().describe('Part of the title; case-insensitive'),
    }),
    status: 200,
    response: listOf(team),
  },
  create: {
    id: 'createTeam',
    method: 'PUT',
    path: '/orgs/:organizationId/teams',
    summary: 'Create a team.',
    permission: 'organization.admin',
    params: organizationPath,
    body: z.object({
      title: teamTitle,
      members: z.array(id).max(1000).optional().describe('The first members, from the organization'),
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
    summary: 'Delete a team and its roles. Its members stay in the organization.',
    permission: 'team.manage',
    params: teamPath,
    status: 204,
    versioned: true,
  },
})
