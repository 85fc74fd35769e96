import type { TeamRole } from '#contract/teams.ts'

/** What is asked for the members of a team, by user id. */
export type MemberChanges = {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly roles: ReadonlyMap<string, TeamRole>
}

/** The state of a team's members: who is not in it, or not known, is absent. */
export type Roles = ReadonlyMap<string, TeamRole>

/**
 * The members whose place in a team changes, each with the role they get, null for out. Who is to be removed is
 * removed, whatever else is asked; who is to be added and is there already keeps their role.
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
