import { collectionPermissions } from '#contract/collection-permissions.ts'
import { spacePermissions } from '#contract/space-permissions.ts'
import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import { handle } from '../../handle.ts'
import { aggregate, explain, grant, listTeams, listUsers, remove, update } from './grants.ts'
import { preview } from './preview.ts'

export const spacePermissionHandlers = handle(spacePermissions, {
  grant: (ctx, { params, body }) => grant(ctx, spaceIn(ctx, params), body),
  listUsers: (ctx, { params, query }) => listUsers(ctx, spaceIn(ctx, params), query),
  listTeams: (ctx, { params, query }) => listTeams(ctx, spaceIn(ctx, params), query),
  updateUser: (ctx, { params, body }) => update(ctx, spaceIn(ctx, params), ['user', params.userId], body),
  updateTeam: (ctx, { params, body }) => update(ctx, spaceIn(ctx, params), ['team', params.teamId], body),
  removeUser: (ctx, { params }) => remove(ctx, spaceIn(ctx, params), ['user', params.userId]),
  removeTeam: (ctx, { params }) => remove(ctx, spaceIn(ctx, params), ['team', params.teamId]),
  explain: (ctx, { params }) => explain(ctx, spaceIn(ctx, params), params.userId),
  aggregate: (ctx, { params, query }) => aggregate(ctx, spaceIn(ctx, params), query),
  preview: (ctx, { params, body }) => preview(ctx, spaceIn(ctx, params), body),
})

export const collectionPermissionHandlers = handle(collectionPermissions, {
  grant: (ctx, { params, body }) => grant(ctx, collectionIn(ctx, params), body),
  listUsers: (ctx, { params, query }) => listUsers(ctx, collectionIn(ctx, params), query),
  listTeams: (ctx, { params, query }) => listTeams(ctx, collectionIn(ctx, params), query),
  updateUser: (ctx, { params, body }) =>
    update(ctx, collectionIn(ctx, params), ['user', params.userId], body),
  updateTeam: (ctx, { params, body }) =>
    update(ctx, collectionIn(ctx, params), ['team', params.teamId], body),
  removeUser: (ctx, { params }) => remove(ctx, collectionIn(ctx, params), ['user', params.userId]),
  removeTeam: (ctx, { params }) => remove(ctx, collectionIn(ctx, params), ['team', params.teamId]),
  explain: (ctx, { params }) => explain(ctx, collectionIn(ctx, params), params.userId),
  aggregate: (ctx, { params, query }) => aggregate(ctx, collectionIn(ctx, params), query),
  preview: (ctx, { params, body }) => preview(ctx, collectionIn(ctx, params), body),
})

const spaceIn = ({ access }: Context, { spaceId }: { spaceId: string }): Subject => ({
  organizationId: access.organizationId,
  kind: 'space',
  id: spaceId,
})

const collectionIn = ({ access }: Context, { collectionId }: { collectionId: string }): Subject => ({
  organizationId: access.organizationId,
  kind: 'collection',
  id: collectionId,
})
