import type { GroupMapping } from '#contract/oidc-providers.ts'
import { type Role, strongerOf } from '#contract/shared/permissions.ts'

/** What the groups of a person at a provider mean for their membership. */
export type GroupPlan = {
  /** Absent if the mappings name no role, so that roles are managed here. */
  readonly role?: Role | null
  /** Teams that the person is a member of. */
  readonly join: readonly string[]
  /** Teams that the person is no member of. Teams that the mappings do not name are in neither list. */
  readonly leave: readonly string[]
}

/** Roles are the strongest of all groups of the person, or the default role without any. */
export function planGroups(
  mappings: readonly GroupMapping[],
  groups: readonly string[],
  defaultRole: Role | null,
): GroupPlan {
  const matches = mappings.filter(({ group }) => groups.includes(group))
  const join = teamsIn(matches)
  const leave = teamsIn(mappings).filter((team) => !join.includes(team))
  if (mappings.every(({ role }) => role == null)) return { join, leave }
  const role = matches.reduce<Role | null>(
    (strongest, match) => strongerOf(strongest, match.role ?? null),
    null,
  )
  return { role: role ?? defaultRole, join, leave }
}

const teamsIn = (mappings: readonly GroupMapping[]): string[] => [
  ...new Set(mappings.flatMap(({ team }) => team ?? [])),
]
