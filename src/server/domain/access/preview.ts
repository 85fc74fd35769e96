import type { AccessPreview, ProposedAccess } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Subject } from '../../auth/everybody.ts'
import { roleOfRank } from '../../auth/grants.ts'
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
  accessMarks,
  type Below,
  descendantsOf,
  memberRanks,
  representativeMembers,
} from './preview-queries.ts'
import { changesOf, countChangedDescendants } from './rules.ts'

/** Most names of each side. */
const most = 1000

/**
 * Who would gain and who would lose by a change: it is made, asked about and taken back, so that the rule which
 * answers is the one in force.
 */
export const preview = (ctx: Context, subject: Subject, proposed: ProposedAccess): Promise<AccessPreview> =>
  tried(ctx.db, async (tx) => {
    const held = await lockSubject(tx, subject)
    await expectGrantees(tx, subject.organizationId, 'user', Object.keys(proposed.users ?? {}))
    await expectGrantees(tx, subject.organizationId, 'team', Object.keys(proposed.teams ?? {}))
    const below = subject.kind === 'collection' ? await surveyBelow(tx, subject, proposed) : null
    const [before, marksBefore] = [await memberRanks(tx, subject), await below?.marks()]
    await make(tx, ctx, { ...subject, parentId: held.parentId }, proposed)
    const [after, marksAfter] = [await memberRanks(tx, subject), await below?.marks()]
    const { gain, lose, unchanged } = changesOf(before, after)
    const shown = [gain.slice(0, most), lose.slice(0, most)] as const
    const more = gain.length + lose.length - shown[0].length - shown[1].length
    const users = new Map(
      (await accountsByIds(tx, shown.flat())).map((row) => [row.userId, presentUser(row, ctx.urls)]),
    )
    const told = (userId: string) => {
      const user = users.get(userId)
      const [was, is] = [before.get(userId) ?? 0, after.get(userId) ?? 0]
      return user === undefined ? [] : [{ user, before: roleOfRank(was), after: roleOfRank(is) }]
    }
    return {
      object: 'access-preview',
      gain: shown[0].flatMap(told),
      lose: shown[1].flatMap(told),
      unchanged,
      ...(more === 0 ? {} : { more }),
      ...(below && marksBefore && marksAfter
        ? {
            below: countChangedDescendants(
              below.things,
              marksBefore,
              marksAfter,
              gain.length + lose.length > 0,
            ),
          }
        : {}),
    }
  })

/** Runs an act in a transaction that is never committed. */
async function tried<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute()
  try {
    return await act(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Does what is proposed, as the operations that would do it for good. */
async function make(
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

/** All below a collection, and a way to mark what everybody has there, now and after the change. */
async function surveyBelow(
  tx: Tx,
  { organizationId, id }: Subject,
  { parent, users, teams }: ProposedAccess,
) {
  const things = await descendantsOf(tx, organizationId, id)
  const idsOf = (kind: Below['kind'], among: readonly Below[]) =>
    among.filter((thing) => thing.kind === kind).map((thing) => thing.id)
  const above = await ancestorsOf(tx, organizationId, id)
  const otherwise = parent == null ? [] : await ancestorsOf(tx, organizationId, parent)
  const sorts = await representativeMembers(tx, organizationId, {
    collections: [...above, ...otherwise, ...idsOf('collection', things)],
    spaces: idsOf('space', things),
    users: Object.keys(users ?? {}),
    teams: Object.keys(teams ?? {}),
  })
  const apart = things.filter(({ own }) => own)
  const marksFor = (kind: Below['kind']) =>
    accessMarks(tx, organizationId, kind, { ids: idsOf(kind, apart), users: sorts })
  return {
    things,
    marks: async () => new Map([...(await marksFor('collection')), ...(await marksFor('space'))]),
  }
}
