import { isAtLeast } from '#contract/shared/permissions.ts'
import { type SharedVariables, sharedVariableRoutes } from '#contract/shared-variables.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { presentUser } from '../users/present.ts'
import { lockVariables, pagesByName, replaceVariables, type VariableOwner, variablesOf } from './queries.ts'
import { type VariableChanges, variableUses, withChanges } from './rules.ts'

export const sharedVariableHandlers = handle(sharedVariableRoutes, {
  async getForOrganization(ctx, { params: { organizationId } }) {
    return answer(ctx, ctx.db, { organizationId, siteId: null })
  },
  updateForOrganization: (ctx, { params: { organizationId }, body }) =>
    update(ctx, { organizationId, siteId: null }, body),
  async getForSite(ctx, { params }) {
    return answer(ctx, ctx.db, params)
  },
  updateForSite: (ctx, { params, body }) => update(ctx, params, body),
})

async function update(
  ctx: Context,
  owner: VariableOwner,
  { variables: changes }: { readonly variables: VariableChanges },
) {
  const { organizationId, siteId } = owner
  return ctx.write(async (tx) => {
    const before = await lockVariables(tx, owner)
    expectVersion(ctx, before.version)
    const variables = withChanges(before.variables, changes)
    const changed = difference({ variables: before.variables }, { variables })
    if (changed === null) return answer(ctx, tx, owner)
    await replaceVariables(tx, owner, { variables, by: ctx.caller.userId, now: ctx.now() })
    const target =
      siteId === null
        ? ({ type: 'organization', id: organizationId } as const)
        : ({ type: 'site', id: siteId } as const)
    await recordAuditEvents(tx, ctx, { action: `${target.type}.variables`, target, ...changed })
    return answer(ctx, tx, owner)
  })
}

/** Only people who can change the variables see names in content: others may not have access to the pages. */
const canSeeUses = ({ access }: Context, { siteId }: VariableOwner): boolean =>
  siteId === null ? access.organizationRole === 'admin' : isAtLeast(access.role, 'edit')

async function answer(ctx: Context, db: Db | Tx, owner: VariableOwner): Promise<SharedVariables> {
  const { variables, version, updatedAt, updatedBy } = await variablesOf(db, owner)
  return {
    object: 'variables',
    variables: { ...variables },
    ...(canSeeUses(ctx, owner) ? variableUses(variables, await pagesByName(db, owner)) : {}),
    ...(updatedAt === null ? {} : { updatedAt: updatedAt.toISOString() }),
    ...(updatedBy === null ? {} : { updatedBy: presentUser(updatedBy, ctx.urls) }),
    version,
  }
}
