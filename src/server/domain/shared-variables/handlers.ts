import { MAX_MISSING_VARIABLES } from '#contract/shared/limits.ts'
import { isAtLeast } from '#contract/shared/permissions.ts'
import {
  MAX_SHARED_VARIABLES,
  type SharedVariables,
  sharedVariableRoutes,
} from '#contract/shared-variables.ts'
import type { Variables } from '../../content/entries.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { presentUser } from '../users/present.ts'
import { lockVariables, pagesByName, replaceVariables, type VariableOwner, variablesOf } from './queries.ts'

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

type Changes = { readonly variables: Readonly<Record<string, Variables[string] | null>> }

async function update(ctx: Context, owner: VariableOwner, { variables: changes }: Changes) {
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

/** @throws {DomainError} `validation` for too many variables */
function withChanges(before: Variables, changes: Changes['variables']): Variables {
  const all = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, Variables[string]] => entry[1] !== null,
  )
  if (all.length > MAX_SHARED_VARIABLES)
    throw invalid([
      { path: ['body', 'variables'], message: `Use ${MAX_SHARED_VARIABLES} variables or fewer` },
    ])
  return Object.fromEntries(all)
}

/** Names in content are told only to those who can change the variables: others may not see the pages. */
const canSeeUses = ({ access }: Context, { siteId }: VariableOwner): boolean =>
  siteId === null ? access.organizationRole === 'admin' : isAtLeast(access.role, 'edit')

async function answer(ctx: Context, db: Db | Tx, owner: VariableOwner): Promise<SharedVariables> {
  const { variables, version, updatedAt, updatedBy } = await variablesOf(db, owner)
  return {
    object: 'variables',
    variables: { ...variables },
    ...(canSeeUses(ctx, owner) ? usesOf(variables, await pagesByName(db, owner)) : {}),
    ...(updatedAt === null ? {} : { updatedAt: updatedAt.toISOString() }),
    ...(updatedBy === null ? {} : { updatedBy: presentUser(updatedBy, ctx.urls) }),
    version,
  }
}

function usesOf(variables: Variables, counts: ReadonlyMap<string, number>) {
  const isKnown = ([name]: readonly [string, number]) => Object.hasOwn(variables, name)
  const missing = [...counts].filter((one) => !isKnown(one)).slice(0, MAX_MISSING_VARIABLES)
  return { pages: Object.fromEntries([...counts].filter(isKnown)), missing: Object.fromEntries(missing) }
}
