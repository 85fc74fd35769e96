import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { adminsWithPassword } from './rules.ts'

/**
 * Locks members until the transaction ends, and returns the active admins who can sign in with a password. Such changes run one at a time per
 * organization: with row locks alone two admins who remove each other would deadlock, or both would see the other
 * as the remaining admin.
 */
export async function lockMembers(tx: Tx, organizationId: string, userIds: readonly string[]) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${organizationId}`}, 0))`.execute(tx)
  const admins = await tx
    .selectFrom('member')
    .select(['user_id as userId', 'sso'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .execute()
  const locked = await tx
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select([
      'm.user_id as userId',
      'm.role',
      'm.disabled',
      'm.sso',
      'm.version',
      'u.display_name as displayName',
    ])
    .where('m.organization_id', '=', organizationId)
    .where('m.user_id', 'in', userIds)
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute()
  return { admins: adminsWithPassword(admins), locked }
}

export type LockedMember = Awaited<ReturnType<typeof lockMembers>>['locked'][number]

/** Locks one member. */
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

/** Updates a member's last visit, at most once a minute. */
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
