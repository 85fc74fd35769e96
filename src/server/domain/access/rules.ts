import type { AccessSource } from '#contract/access-permissions.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { AccessStep } from '../../auth/access.ts'

/** The sources of a role as the API returns them: strongest first, the decisive one before its equals. */
export const accessSourcesOf = (steps: readonly AccessStep[], organizationTitle: string): AccessSource[] =>
  [...steps].sort(byStrength).map(({ via, on, team, role, decisive }) => ({
    via: via === 'grant' && team !== undefined ? 'team-grant' : via,
    on: { type: on.type, id: on.id, title: on.title ?? organizationTitle },
    ...(team === undefined ? {} : { team }),
    role,
    wins: decisive,
  }))

const byStrength = (a: AccessStep, b: AccessStep): number =>
  Number(isStronger(b.role, a.role)) - Number(isStronger(a.role, b.role)) ||
  Number(b.decisive) - Number(a.decisive)

const isStronger = (a: Role | null, b: Role | null): boolean =>
  a !== b && a !== null && (b === null || isAtLeast(a, b))

type Ranks = ReadonlyMap<string, number>

/** The users whose rank rises and those whose rank falls, in the order of `after`, and how many keep theirs. */
export function changesOf(before: Ranks, after: Ranks) {
  const gain: string[] = []
  const lose: string[] = []
  let unchanged = 0
  for (const [userId, rank] of after) {
    const was = before.get(userId) ?? 0
    if (rank > was) gain.push(userId)
    else if (rank < was) lose.push(userId)
    else if (rank > 0) unchanged += 1
  }
  return { gain, lose, unchanged }
}

type Below = { readonly id: string; readonly parentId: string; readonly own: boolean }

/**
 * How many descendants of a collection change for at least one member. One without grants and default level of its
 * own changes when its parent does; for the others the digests decide. `here` tells whether the collection itself
 * changes.
 */
export function countChangedDescendants(
  descendants: readonly Below[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  here: boolean,
): number {
  const byId = new Map(descendants.map((descendant) => [descendant.id, descendant]))
  const results = new Map<string, boolean>()
  const changes = (descendant: Below | undefined): boolean => {
    if (descendant === undefined) return here
    const result = results.get(descendant.id)
    if (result !== undefined) return result
    const changed = descendant.own
      ? before.get(descendant.id) !== after.get(descendant.id)
      : changes(byId.get(descendant.parentId))
    results.set(descendant.id, changed)
    return changed
  }
  return descendants.filter(changes).length
}
