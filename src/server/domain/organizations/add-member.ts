import type { Role } from '#contract/shared/permissions.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { insertMembersIfNew, lockMembership, type NewMember } from './membership-queries.ts'

/**
 * Makes somebody a member unless they are one, and answers what they are now.
 * @throws {DomainError} 403 when they are suspended.
 */
export async function addMember(
  tx: Tx,
  member: NewMember,
): Promise<{ readonly isNew: boolean; readonly role: Role | null }> {
  const made = await insertMembersIfNew(tx, [member])
  if (made.length === 1) return { isNew: true, role: member.role }
  const standing = await lockMembership(tx, member.organizationId, member.userId)
  if (standing === undefined) {
    throw new DomainError('invalid_state', 'You were removed from the organization just now. Try again')
  }
  if (standing.disabled) throw new DomainError('forbidden', 'Your account is suspended in this organization')
  return { isNew: false, role: standing.role }
}
