import { type MergeRule, type MergeRules, mergeRules } from '#contract/merge-rules.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { namedIn, type RuleSource } from './evaluate.ts'
import { lockRules, membersAmong, replaceRules, rulesFor, type StoredRules, teamsByIds } from './queries.ts'

type Rules = { readonly rules: readonly MergeRule[] }

export const mergeRulesHandlers = handle(mergeRules, {
  getForOrganization: (ctx, { params }) =>
    answer(ctx, ctx.db, { type: 'organization', id: params.organizationId }),
  setForOrganization: (ctx, { params, body }) =>
    set(ctx, { type: 'organization', id: params.organizationId }, body),
  getForCollection: (ctx, { params }) => answer(ctx, ctx.db, { type: 'collection', id: params.collectionId }),
  setForCollection: (ctx, { params, body }) =>
    set(ctx, { type: 'collection', id: params.collectionId }, body),
  getForSpace: (ctx, { params }) => answer(ctx, ctx.db, { type: 'space', id: params.spaceId }),
  setForSpace: (ctx, { params, body }) => set(ctx, { type: 'space', id: params.spaceId }, body),
})

async function set(ctx: Context, source: RuleSource, { rules }: Rules): Promise<MergeRules> {
  const { organizationId } = ctx.access
  return ctx.write(async (tx) => {
    const before = await lockRules(tx, organizationId, source)
    expectVersion(ctx, before.version)
    await expectKnown(tx, organizationId, rules)
    const changed = difference({ mergeRules: before.rules }, { mergeRules: rules })
    if (changed !== null) {
      await replaceRules(tx, organizationId, source, { rules, by: ctx.caller.userId, now: ctx.now() })
      await recordAuditEvents(tx, ctx, { action: `${source.type}.update`, target: source, ...changed })
    }
    return answer(ctx, tx, source)
  })
}

/** @throws {DomainError} `validation` for people who are not members, and unknown teams */
async function expectKnown(tx: Tx, organizationId: string, rules: readonly MergeRule[]): Promise<void> {
  const named = rules.map(namedIn)
  const members = await membersAmong(
    tx,
    organizationId,
    named.flatMap(({ users }) => users),
  )
  const teams = await teamsByIds(
    tx,
    organizationId,
    named.flatMap((one) => one.teams),
  )
  const known = new Set(teams.map(({ id }) => id))
  const issues = named.flatMap(({ users, teams: inRule }, index) => [
    ...users.flatMap((id) =>
      members.has(id)
        ? []
        : [{ path: ['body', 'rules', index], message: `${id} isn’t a member of the organization` }],
    ),
    ...inRule.flatMap((id) =>
      known.has(id)
        ? []
        : [{ path: ['body', 'rules', index], message: `The organization has no team ${id}` }],
    ),
  ])
  if (issues.length > 0) throw invalid(issues)
}

async function answer(ctx: Context, db: Db | Tx, source: RuleSource): Promise<MergeRules> {
  const { organizationId } = ctx.access
  const all = await rulesFor(db, organizationId, source)
  const own = all.find(({ type, id }) => type === source.type && id === source.id)
  const named = all.flatMap(({ rules }) => rules.map(namedIn))
  const userIds = [...new Set(named.flatMap(({ users }) => users))]
  const people = await authorsByIds(db, organizationId, userIds)
  return {
    object: 'merge-rules',
    rules: [...(own?.rules ?? [])],
    inherited: all.filter((one) => one !== own && one.rules.length > 0).map(presentInherited),
    users: userIds.map((id) => presentUser(people.get(id) ?? formerUser(id), ctx.urls)),
    teams: await teamsByIds(
      db,
      organizationId,
      named.flatMap(({ teams }) => teams),
    ),
    ...(own === undefined ? {} : { updatedAt: own.updatedAt.toISOString() }),
    ...(own?.updatedBy ? { updatedBy: presentUser(own.updatedBy, ctx.urls) } : {}),
    version: own?.version ?? 0,
  }
}

const presentInherited = ({ type, id, rules }: StoredRules) => ({ from: { type, id }, rules: [...rules] })
