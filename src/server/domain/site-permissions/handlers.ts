import { sitePermissions } from '#contract/site-permissions.ts'
import type { Subject } from '../../auth/member-access.ts'
import { handle } from '../../handle.ts'
import { explain, grant, listTeams, listUsers, remove, update } from '../access/grants.ts'
import { preview } from '../access/preview.ts'
import { aggregate } from './aggregate.ts'

export const sitePermissionHandlers = handle(sitePermissions, {
  grant: (ctx, { params, body }) => grant(ctx, at(params), body),
  listUsers: (ctx, { params, query }) => listUsers(ctx, at(params), query),
  listTeams: (ctx, { params, query }) => listTeams(ctx, at(params), query),
  updateUser: (ctx, { params, body }) => update(ctx, at(params), ['user', params.userId], body),
  updateTeam: (ctx, { params, body }) => update(ctx, at(params), ['team', params.teamId], body),
  removeUser: (ctx, { params }) => remove(ctx, at(params), ['user', params.userId]),
  removeTeam: (ctx, { params }) => remove(ctx, at(params), ['team', params.teamId]),
  explain: (ctx, { params }) => explain(ctx, at(params), params.userId),
  aggregate: (ctx, { params, query }) => aggregate(ctx, at(params), query),
  preview: (ctx, { params, body }) => preview(ctx, at(params), body),
})

const at = ({ organizationId, siteId }: { organizationId: string; siteId: string }): Subject => ({
  organizationId,
  kind: 'site',
  id: siteId,
})
