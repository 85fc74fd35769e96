import { sql } from 'kysely'
import type { Role } from '#contract/shared/permissions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'

const memberRow = (member: NewMember) => ({
  organization_id: member.organizationId,
  user_id: member.userId,
  role: member.role,
  sso: member.sso ?? false,
  joined_at: member.now,
})

export const insertMember = (tx: Tx, member: NewMember) =>
  tx.insertInto('member').values(memberRow(member)).execute()

export type NewMember = {
  organizationId: string
  userId: string
  role: Role | null
  /** Must use single sign-on. */
  sso?: boolean
  now: Date
}

/** Adds members who are not members yet, and returns the ids of those added. */
export async function insertMembersIfNew(tx: Tx, members: readonly NewMember[]): Promise<string[]> {
  if (members.length === 0) return []
  // In one order, so that two people who invite the same users cannot deadlock.
  const rows = members.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).map(memberRow)
  const insertedRows = await tx
    .insertInto('member')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('user_id as userId')
    .execute()
  return insertedRows.map(({ userId }) => userId)
}

/** Locks a membership until the transaction ends; undefined when there is none. */
export const lockMembership = (tx: Tx, organizationId: string, userId: string) =>
  tx
    .selectFrom('member')
    .select(['role', 'disabled'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()

/** The users among `userIds` who are members of other organizations. */
export async function membersOfOtherOrganizations(
  db: Db | Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('member')
    .select('user_id as userId')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('organization_id', '!=', organizationId)
    .execute()
  return rows.map(({ userId }) => userId)
}

/**
 * The users among `userIds` who are members, with a lock that prevents their removal until the transaction ends.
 */
export async function lockMembersAmong(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('member')
    .select('user_id as userId')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`user_id = any(${userIds})`)
    .orderBy('user_id')
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}

/**
 * Prevents members from being removed until the transaction ends.
 * @throws {DomainError} 404 when one of them is not in the organization
 */
export async function expectMembers(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  const members = await lockMembersAmong(tx, organizationId, userIds)
  const missing = userIds.find((userId) => !members.has(userId))
  if (missing !== undefined) throw notFound('member', missing)
}

/** Updates a membership and increments its version. */
export const changeMember = (
  tx: Tx,
  organizationId: string,
  userId: string,
  change: { role?: Role | null; disabled?: boolean; sso?: boolean },
) =>
  tx
    .updateTable('member')
    .set({ ...change, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
