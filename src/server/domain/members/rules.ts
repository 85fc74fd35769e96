import type { Role } from '#contract/shared/permissions.ts'
import { DomainError } from '../../errors.ts'

type MemberState = { readonly role: Role | null; readonly disabled: boolean }

const isActiveAdmin = ({ role, disabled }: MemberState): boolean => role === 'admin' && !disabled

/**
 * The admins who can get back in when a provider fails: those who need not use single sign-on. Where all must, which no
 * change leads to, all of them count.
 */
export function adminsWithPassword(
  admins: readonly { readonly userId: string; readonly sso: boolean }[],
): string[] {
  const unmarked = admins.filter(({ sso }) => !sso)
  return (unmarked.length > 0 ? unmarked : admins).map(({ userId }) => userId)
}

/** Whether a user is the only active admin. `admins` are the active ones who can sign in with a password. */
export const isLastAdmin = (userId: string, admins: readonly string[]): boolean =>
  admins.length === 1 && admins[0] === userId

/** Checks that an active admin remains; `after` is null for a member who leaves. @throws {DomainError} 409 */
export function expectAdminLeft(userId: string, admins: readonly string[], after: MemberState | null): void {
  if (!isLastAdmin(userId, admins) || (after !== null && isActiveAdmin(after))) return
  throw new DomainError(
    'invalid_state',
    'This is the last admin who can sign in with a password. Make another member an admin first',
  )
}

type MembershipAuditEvent = {
  readonly action: 'member.update' | 'member.suspend' | 'member.reinstate'
  readonly before: Partial<MemberState>
  readonly after: Partial<MemberState>
}

/** The audit events of a changed membership; none when nothing changed. */
export function membershipAuditEvents(
  before: MemberState,
  after: MemberState,
): readonly MembershipAuditEvent[] {
  const events: MembershipAuditEvent[] = []
  if (before.role !== after.role) {
    events.push({ action: 'member.update', before: { role: before.role }, after: { role: after.role } })
  }
  if (before.disabled !== after.disabled) {
    const action = after.disabled ? 'member.suspend' : 'member.reinstate'
    events.push({ action, before: { disabled: before.disabled }, after: { disabled: after.disabled } })
  }
  return events
}
