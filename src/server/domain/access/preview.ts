import type { AccessPreview, ProposedAccess } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { roleOfRank } from '../../auth/grants.ts'
import type { Subject } from '../../auth/member-access.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { changeCollection } from '../collections/queries.ts'
import { storedLevel } from '../library-tree/default-levels.ts'
import { positionFor } from '../library-tree/position.ts'
import { ancestorsOf } from '../library-tree/queries.ts'
import { changeSpace } from '../spaces/queries.ts'
import { presentUser } from '../users/present.ts'
import { accountsByIds } from '../users/queries.ts'
import { type Grantee, grantRole, lockSubject, revokeRole } from './grant-queries.ts'
import { expectGrantees } from './grants.ts'
import {
  accessDigests,
  type Below,
  descendantsOf,
  memberRanks,
  representativeMembers,
} from './preview-queries.ts'
import { changesOf, countChangedDescendants } from './rules.ts'

/** Members listed on each side; more are only counted. */
const MAX_MEMBERS_PER_SIDE = 1000

/**
 * Who would gain and who would lose access by a change. The change is made and rolled back in a transaction, so
 * that the access rule in force gives the answer.
 */
export const preview = (ctx: Context, subject: Subject, proposed: ProposedAccess): Promise<AccessPreview> =>
  inRolledBackTransaction(ctx.db, async (tx) => {
    const stored = await lockSubject(tx, subject)
    await expectGrantees(tx, subject.organizationId, 'user', Object.keys(proposed.users ?? {}))
    await expectGrantees(tx, subject.organizationId, 'team', Object.keys(proposed.teams ?? {}))
    const below = subject.kind === 'collection' ? await surveyDescendants(tx, subject, proposed) : null
    const [before, digestsBefore] = [await memberRanks(tx, subject), await below?.digests()]
    await applyProposal(tx, ctx, { ...subject, parentId: stored.parentId }, proposed)
    const [after, digestsAfter] = [await memberRanks(tx, subject), await below?.digests()]
    const { gain, lose, unchanged } = changesOf(before, after)
    const shown = [gain.slice(0, MAX_MEMBERS_PER_SIDE), lose.slice(0, MAX_MEMBERS_PER_SIDE)] as const
    const more = gain.length + lose.length - shown[0].length - shown[1].length
    const users = new Map(
      (await accountsByIds(tx, shown.flat())).map((row) => [row.userId, presentUser(row, ctx.urls)]),
    )
    const memberChange = (userId: string) => {
      const user = users.get(userId)
      const [was, is] = [before.get(userId) ?? 0, after.get(userId) ?? 0]
      return user === undefined ? [] : [{ user, before: roleOfRank(was), after: roleOfRank(is) }]
    }
    return {
      object: 'access-preview',
      gain: shown[0].flatMap(memberChange),
      lose: shown[1].flatMap(memberChange),
      unchanged,
      ...(more === 0 ? {} : { more }),
      ...(below && digestsBefore && digestsAfter
        ? {
            below: countChangedDescendants(
              below.descendants,
              digestsBefore,
              digestsAfter,
              gain.length + lose.length > 0,
            ),
          }
        : {}),
    }
  })

/** Runs a function in a transaction that is always rolled back. */
async function inRolledBackTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await run(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Applies a proposal the way the real operations would. */
async function applyProposal(
  tx: Tx,
  ctx: Context,
  subject: Subject & { readonly parentId: string | null },
  { defaultLevel, parent, users = {}, teams = {} }: ProposedAccess,
): Promise<void> {
  const { organizationId, kind, id } = subject
  if (kind !== 'site') {
    const change = {
      ...(defaultLevel === undefined ? {} : { default_level: storedLevel(defaultLevel) }),
      ...(parent === undefined
        ? {}
        : { parent_id: (await positionFor(tx, ctx, { ...subject, kind }, { parent })).parent_id }),
    }
    if (Object.keys(change).length > 0) {
      await (kind === 'space' ? changeSpace : changeCollection)(tx, organizationId, id, change, ctx.now())
    }
  }
  await setRoles(tx, ctx, subject, ['user', users])
  await setRoles(tx, ctx, subject, ['team', teams])
}

async function setRoles(
  tx: Tx,
  ctx: Context,
  subject: Subject,
  [to, roles]: readonly [Grantee, Readonly<Record<string, Role | null>>],
): Promise<void> {
  const idsOf = new Map<Role | null, string[]>()
  for (const [id, role] of Object.entries(roles)) idsOf.set(role, [...(idsOf.get(role) ?? []), id])
  for (const [role, ids] of idsOf) {
    if (role === null) await revokeRole(tx, subject, to, ids)
    else await grantRole(tx, subject, { to, ids, role, now: ctx.now() })
  }
}

/**
 * All descendants of a collection, and a function that compares members' access to them before and after the
 * change.
 */
async function surveyDescendants(
  tx: Tx,
  { organizationId, id }: Subject,
  { parent, users, teams }: ProposedAccess,
) {
  const descendants = await descendantsOf(tx, organizationId, id)
  const idsOf = (kind: Below['kind'], among: readonly Below[]) =>
    among.filter((descendant) => descendant.kind === kind).map((descendant) => descendant.id)
  const above = await ancestorsOf(tx, organizationId, id)
  const otherwise = parent == null ? [] : await ancestorsOf(tx, organizationId, parent)
  const representatives = await representativeMembers(tx, organizationId, {
    collections: [...above, ...otherwise, ...idsOf('collection', descendants)],
    spaces: idsOf('space', descendants),
    users: Object.keys(users ?? {}),
    teams: Object.keys(teams ?? {}),
  })
  const withOwnAccess = descendants.filter(({ own }) => own)
  const digestsFor = (kind: Below['kind']) =>
    accessDigests(tx, organizationId, kind, { ids: idsOf(kind, withOwnAccess), users: representatives })
  return {
    descendants,
    digests: async () => new Map([...(await digestsFor('collection')), ...(await digestsFor('space'))]),
  }
}
