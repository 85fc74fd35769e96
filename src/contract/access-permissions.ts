import { z } from 'zod'
import { accessWay } from './shared/access.ts'
import { listOf, paging } from './shared/paging.ts'
import { id, nullableRole, role } from './shared/values.ts'
import { team } from './teams.ts'
import { user } from './users.ts'

/** Why a user has a role somewhere: every way to a role, strongest first. */
export const accessExplanation = z
  .object({
    object: z.literal('access-explanation'),
    user,
    role: nullableRole.describe('The effective role; null for no access'),
    ways: z.array(accessWay),
  })
  .meta({ id: 'AccessExplanation' })
export type AccessExplanation = z.infer<typeof accessExplanation>

const roleBody = z.object({ role: nullableRole.describe('null grants nothing and takes nothing away') })

const some = z.array(id).min(1).max(1000).optional()
const grantBody = roleBody
  .extend({ users: some, teams: some })
  .refine(({ users, teams }) => (users === undefined) !== (teams === undefined), {
    message: 'Give either users or teams',
  })

/** The operations on who may access a space or a collection, the same for both. */
export const accessPermissions = <
  Of extends 'Space' | 'Collection',
  Base extends string,
  Kind extends 'space' | 'collection',
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
      summary: 'Give users or teams a role; 404 when one of them is not in the organization.',
      permission: `${at.kind}.admin`,
      params: at.params,
      body: grantBody,
      status: 204,
    },
    listUsers: {
      id: `list${at.of}Users`,
      method: 'GET',
      path: `${at.base}/users`,
      summary: 'List the users with a role of their own here.',
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
      summary: 'List the teams with a role here.',
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
      summary: 'Take away the role that was given to a user here.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, userId: id }),
      status: 205,
    },
    removeTeam: {
      id: `remove${at.of}Team`,
      method: 'DELETE',
      path: `${at.base}/teams/:teamId`,
      summary: 'Take away the role that was given to a team here.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, teamId: id }),
      status: 205,
    },
    explain: {
      id: `explain${at.of}Access`,
      method: 'GET',
      path: `${at.base}/users/:userId/explain`,
      summary: 'Tell which role a user has here, and through which grant, team, collection or default.',
      permission: `${at.kind}.admin`,
      params: z.object({ ...at.params.shape, userId: id }),
      status: 200,
      response: accessExplanation,
    },
  }) as const
