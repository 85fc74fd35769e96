import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'

/**
 * Holds some members until the transaction ends, and tells who is admin and not suspended. One such change of an
 * organization at a time: held row by row, two who take each other's role away would wait for each other, and the
 * last admin would not be the last one for both.
 */
export async function lockMembers(tx: Tx, organizationId: string, userIds: readonly string[]) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${organizationId}`}, 0))`.execute(tx)
  const admins = await tx
    .selectFrom('member')
    .select('user_id as userId')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .execute()
  const locked = await tx
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['m.user_id as userId', 'm.role', 'm.disabled', 'm.version', 'u.display_name as displayName'])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', 'in', userIds)
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute()
  return { admins: admins.map(({ userId }) => userId), locked }
}

export type LockedMember = Awaited<ReturnType<typeof lockMembers>>['locked'][number]

/** Holds one member. */
export async function lockMember(tx: Tx, organizationId: string, userId: string) {
  const { admins, locked } = await lockMembers(tx, organizationId, [userId])
  const [member] = locked
  if (member === undefined) throw notFound('member', userId)
  return { admins, member }
}

/** Ends a membership. */
export const removeMember = (tx: Tx, organizationId: string, userId: string) =>
  tx
    .deleteFrom('member')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()

const minute = 60_000

/** Notes that a member was seen, at most once a minute. */
export const noteLastSeen = (tx: Tx, organizationId: string, userId: string, now: Date) =>
  tx
    .updateTable('member')
    .set({ last_seen_at: now })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('last_seen_at', 'is', null),
        where('last_seen_at', '<=', new Date(now.getTime() - minute)),
      ]),
    )
    .execute()
