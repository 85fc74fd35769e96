import type { TeamRole } from '#contract/teams.ts'

/** A change of a team's members, by user id. */
export type MemberChanges = {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly roles: ReadonlyMap<string, TeamRole>
}

/** The roles in a team by user id; users not in it are missing. */
export type Roles = ReadonlyMap<string, TeamRole>

/**
 * The members whose role in a team changes, null for removal. Removal takes precedence; adding an existing member
 * keeps their role.
 */
export function changedRoles(
  now: Roles,
  { add, remove, roles }: MemberChanges,
): ReadonlyMap<string, TeamRole | null> {
  const after = new Map<string, TeamRole | null>()
  for (const userId of add) after.set(userId, now.get(userId) ?? 'member')
  for (const [userId, role] of roles) after.set(userId, role)
  for (const userId of remove) after.set(userId, null)
  return new Map([...after].filter(([userId, role]) => role !== (now.get(userId) ?? null)))
}
