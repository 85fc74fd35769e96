import { z } from 'zod'
import { listOf, paging } from './shared/paging.ts'
import { defaultLevelInput, id, nullableRole, role } from './shared/values.ts'
import { team } from './teams.ts'
import { user } from './users.ts'

/** Where a role comes from, and whether it is the one in effect. */
const accessSource = z.object({
  via: z
    .enum(['organization-admin', 'grant', 'team-grant', 'default-level', 'organization-role'])
    .describe(
      'organization-admin: admin everywhere; grant: to the user; team-grant: to one of their teams; default-level: of the object or one above; organization-role: where nothing above sets a level; on a site, create and admin apply, all others count as read',
    ),
  on: z
    .object({ type: z.enum(['space', 'collection', 'site', 'organization']), id, title: z.string() })
    .describe('Where it is assigned'),
  team: z.object({ id, title: z.string() }).optional(),
  role: nullableRole,
  wins: z.boolean().describe('The strongest role, which applies'),
})
export type AccessSource = z.infer<typeof accessSource>

/** Why a user has a role here: every source of a role, strongest first. */
export const accessExplanation = z
  .object({
    object: z.literal('access-explanation'),
    user,
    role: nullableRole.describe('The effective role; null for no access'),
    accessSources: z.array(accessSource),
  })
  .meta({ id: 'AccessExplanation' })
export type AccessExplanation = z.infer<typeof accessExplanation>

const roleBody = z.object({ role: nullableRole.describe('null grants nothing and takes nothing away') })

const idList = z.array(id).min(1).max(1000).optional()
const grantBody = roleBody
  .extend({ users: idList, teams: idList })
  .refine(({ users, teams }) => (users === undefined) !== (teams === undefined), {
    message: 'Send either users or teams',
  })

/** A user's role here now, and after the change. */
const roleChange = z.object({ user, before: nullableRole, after: nullableRole })

/** Who would gain and who would lose access; at most 1000 each, and `more` counts the remaining users of both. */
export const accessPreview = z
  .object({
    object: z.literal('access-preview'),
    gain: z.array(roleChange),
    lose: z.array(roleChange),
    unchanged: z.number().int().describe('Members whose role here doesn’t change'),
    more: z.number().int().optional(),
    below: z
      .number()
      .int()
      .optional()
      .describe('For a collection: the spaces and collections in it where a role also changes'),
  })
  .meta({ id: 'AccessPreview' })
export type AccessPreview = z.infer<typeof accessPreview>

const proposedRoles = z.object({
  users: z.record(id, nullableRole).optional().describe('New roles by user; null removes the role'),
  teams: z.record(id, nullableRole).optional().describe('Roles by team, as for users'),
})

const proposedLibraryAccess = proposedRoles.extend({
  defaultLevel: defaultLevelInput.optional(),
  parent: id.nullable().optional().describe('Collection to move it into; null for the top level'),
})

/** The change to preview. Sites have neither a default level nor a parent. */
export type ProposedAccess = z.output<typeof proposedLibraryAccess>

const previewBody = {
  space: proposedLibraryAccess,
  collection: proposedLibraryAccess,
  site: proposedRoles,
} as const

/** The access operations that spaces, collections and sites share. */
export const accessPermissionRoutes = <
  Of extends 'Space' | 'Collection' | 'Site',
  Base extends string,
  Kind extends keyof typeof previewBody,
  S extends z.ZodRawShape,
>(at: {
  of: Of
  kind: Kind
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    grant: {
      id: `grant${at.of}Access`,
      method: 'POST',
      path: at.base,
      summary: 'Assign a role to users or teams; 404 if one of them isn’t in the organization.',
      permission: `${at.kind}.admin`,
      params: at.params,
      body: grantBody,
      status: 204,
    },
    listUsers: {
      id: `list${at.of}Users`,
      method: 'GET',
      path: `${at.base}/users`,
      summary: 'List the users with a direct role here.',
      permission: `${at.kind}.view`,
      params: at.params,
      query: paging,
      status: 200,
      response: listOf(z.object({ permission: role, user })),
    },
    listTeams: {
      id: `list${at.of}Teams`,
      method: 'GET',
      path: `${at.base}/teams`,
      summary: 'List the teams with a direct role here.',
      permission: `${at.kind}.view`,
      params: at.params,
      query: paging,
      status: 200,
      response: listOf(z.object({ permission: role, team })),
    },
    updateUser: {
      id: `update${at.of}User`,
      method: 'PATCH',
      path: `${at.base}/users/:userId`,
      summary: 'Change the role a user has here.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, userId: id }),
      body: roleBody,
      status: 204,
    },
    updateTeam: {
      id: `update${at.of}Team`,
      method: 'PATCH',
      path: `${at.base}/teams/:teamId`,
      summary: 'Change the role a team has here.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, teamId: id }),
      body: roleBody,
      status: 204,
    },
    removeUser: {
      id: `remove${at.of}User`,
      method: 'DELETE',
      path: `${at.base}/users/:userId`,
      summary: 'Remove the direct role of a user.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, userId: id }),
      status: 205,
    },
    removeTeam: {
      id: `remove${at.of}Team`,
      method: 'DELETE',
      path: `${at.base}/teams/:teamId`,
      summary: 'Remove the direct role of a team.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, teamId: id }),
      status: 205,
    },
    explain: {
      id: `explain${at.of}Access`,
      method: 'GET',
      path: `${at.base}/users/:userId/explain`,
      summary:
        'Get a user’s role here and where it comes from: a direct role, a team, a collection or a default.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, userId: id }),
      status: 200,
      response: accessExplanation,
    },
    aggregate: {
      id: `aggregate${at.of}Access`,
      method: 'GET',
      path: `${at.base}/aggregate`,
      summary: 'List everyone with access and their effective role, sorted by name.',
      permission: `${at.kind}.view`,
      params: at.params,
      query: paging.extend({
        role: role.optional().describe('Only who has this role'),
        search: z.string().max(512).optional().describe('Part of the name or the email address'),
      }),
      status: 200,
      response: listOf(z.object({ permission: role, user, accessSources: z.array(accessSource).optional() })),
    },
    preview: {
      id: `preview${at.of}Access`,
      method: 'POST',
      path: `${at.base}/preview`,
      summary: 'Preview who would gain or lose access by a change, without applying it.',
      permission: `${at.kind}.admin`,
      params: at.params,
      body: previewBody[at.kind] as (typeof previewBody)[Kind],
      status: 200,
      response: accessPreview,
    },
  }) as const
