import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import { invalid } from '../../errors.ts'

/** The role that a change of an invite asks for: both names mean the same. @throws {DomainError} 400 when they differ. */
export function requestedRole(
  present: Role,
  { role, level }: { readonly role?: Role | undefined; readonly level?: Role | undefined },
): Role {
  if (role !== undefined && level !== undefined && role !== level) {
    throw invalid([{ path: ['body', 'level'], message: '“role” and “level” are not the same. Give one' }])
  }
  return role ?? level ?? present
}

/** Whether a link would give somebody nothing they do not have. */
export const isRedundant = (own: Role | null, given: Role): boolean => isAtLeast(own, given)

export type Invitee = { readonly email: string; readonly role: Role | null }

/** Whom to invite, each address once and in the order given; who names no role gets the one for all. */
export function distinctInvitees(
  emails: readonly (string | { readonly email: string; readonly role: Role })[],
  forAll: Role | null,
): readonly Invitee[] {
  const roles = new Map<string, Role | null>()
  for (const given of emails) {
    const { email, role } = typeof given === 'string' ? { email: given, role: forAll } : given
    const address = email.toLowerCase()
    if (!roles.has(address)) roles.set(address, role)
  }
  return [...roles].map(([email, role]) => ({ email, role }))
}

/** What somebody is called until they say so themselves: the part of the address before the “@”. */
export const nameOfAddress = (email: string): string => email.slice(0, email.indexOf('@')).slice(0, 64)

type AccountState = {
  readonly hasPassword: boolean
  readonly isVerified: boolean
  readonly isElsewhere: boolean
}

/**
 * Whether an account may be somebody else's than the address says: anyone can sign up with any address, and where no
 * mail is sent the other organization was handed the link with which the password is chosen.
 */
export const mayBeSomeoneElse = (
  { hasPassword, isVerified, isElsewhere }: AccountState,
  sendsMail: boolean,
): boolean => !isVerified && (hasPassword || (isElsewhere && !sendsMail))
