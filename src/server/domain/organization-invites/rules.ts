import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { cutText } from '#markup/cut-text.ts'
import { invalid } from '../../errors.ts'

/** The requested role of an invite: `role` and `level` mean the same. @throws {DomainError} 400 when they differ */
export function requestedRole(
  present: Role,
  { role, level }: { readonly role?: Role | undefined; readonly level?: Role | undefined },
): Role {
  if (role !== undefined && level !== undefined && role !== level) {
    throw invalid([{ path: ['body', 'level'], message: '“role” and “level” differ. Send only one' }])
  }
  return role ?? level ?? present
}

/** Whether an invite would not give a user anything new. */
export const isRedundant = (own: Role | null, inviteRole: Role): boolean => isAtLeast(own, inviteRole)

export type Invitee = { readonly email: string; readonly role: Role | null }

/**
 * The people to invite, each address once and in the order of the request; those without a role get the default.
 */
export function distinctInvitees(
  emails: readonly (string | { readonly email: string; readonly role: Role })[],
  forAll: Role | null,
): readonly Invitee[] {
  const roles = new Map<string, Role | null>()
  for (const entry of emails) {
    const { email, role } = typeof entry === 'string' ? { email: entry, role: forAll } : entry
    const address = email.toLowerCase()
    if (!roles.has(address)) roles.set(address, role)
  }
  return [...roles].map(([email, role]) => ({ email, role }))
}

/** The initial display name: the part of the address before the “@”. */
export const nameOfAddress = (email: string): string => cutText(email.slice(0, email.indexOf('@')), 64)

type AccountState = {
  readonly hasPassword: boolean
  readonly isVerified: boolean
  readonly isElsewhere: boolean
}

/**
 * Whether an account may belong to someone other than the owner of its address: anyone can sign up with any
 * address, and without email the link to set a password was handed to another organization.
 */
export const mayBeSomeoneElse = (
  { hasPassword, isVerified, isElsewhere }: AccountState,
  sendsMail: boolean,
): boolean => !isVerified && (hasPassword || (isElsewhere && !sendsMail))
