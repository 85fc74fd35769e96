import { spacePermissions } from '#contract/space-permissions.ts'
import type { Subject } from '../../auth/everybody.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import { aggregate, explain, grant, listTeams, listUsers, remove, update } from '../access/acts.ts'
import { preview } from '../access/preview.ts'

export const spacePermissionHandlers = handle(spacePermissions, {
  grant: (ctx, { params, body }) => grant(ctx, at(ctx, params), body),
  listUsers: (ctx, { params, query }) => listUsers(ctx, at(ctx, params), query),
  listTeams: (ctx, { params, query }) => listTeams(ctx, at(ctx, params), query),
  updateUser: (ctx, { params, body }) => update(ctx, at(ctx, params), ['user', params.userId], body),
  updateTeam: (ctx, { params, body }) => update(ctx, at(ctx, params), ['team', params.teamId], body),
  removeUser: (ctx, { params }) => remove(ctx, at(ctx, params), ['user', params.userId]),
  removeTeam: (ctx, { params }) => remove(ctx, at(ctx, params), ['team', params.teamId]),
  explain: (ctx, { params }) => explain(ctx, at(ctx, params), params.userId),
  aggregate: (ctx, { params, query }) => aggregate(ctx, at(ctx, params), query),
  preview: (ctx, { params, body }) => preview(ctx, at(ctx, params), body),
})

const at = ({ access }: Context, { spaceId }: { spaceId: string }): Subject => ({
  organizationId: access.organizationId,
  kind: 'space',
  id: spaceId,
})
