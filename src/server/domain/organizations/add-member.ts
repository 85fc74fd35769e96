import type { Role } from '#contract/shared/permissions.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { insertMembersIfNew, lockMembership, type NewMember } from './membership-queries.ts'

/**
 * Adds a member unless the user is one, and returns their role.
 * @throws {DomainError} 403 when they are suspended
 */
export async function addMember(
  tx: Tx,
  member: NewMember,
): Promise<{ readonly isNew: boolean; readonly role: Role | null }> {
  const insertedRows = await insertMembersIfNew(tx, [member])
  if (insertedRows.length === 1) return { isNew: true, role: member.role }
  const membership = await lockMembership(tx, member.organizationId, member.userId)
  if (membership === undefined) {
    throw new DomainError('invalid_state', 'You were removed from the organization just now. Try again')
  }
  if (membership.disabled)
    throw new DomainError('forbidden', 'Your account is suspended in this organization')
  return { isNew: false, role: membership.role }
}
