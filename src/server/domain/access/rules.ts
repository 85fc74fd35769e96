import type { AccessSource } from '#contract/access-permissions.ts'
import { isAtLeast, type Role } from '#contract/shared/permissions.ts'
import type { Step } from '../../auth/access.ts'

/** The steps of a trace as the interface tells them: strongest first, the one in force before its equals. */
export const accessSourcesOf = (steps: readonly Step[], organizationTitle: string): AccessSource[] =>
  [...steps].sort(byStrength).map(({ via, on, team, role, decisive }) => ({
    via: via === 'grant' && team !== undefined ? 'team-grant' : via,
    on: { type: on.type, id: on.id, title: on.title ?? organizationTitle },
    ...(team === undefined ? {} : { team }),
    role,
    wins: decisive,
  }))

const byStrength = (a: Step, b: Step): number =>
  Number(isStronger(b.role, a.role)) - Number(isStronger(a.role, b.role)) ||
  Number(b.decisive) - Number(a.decisive)

const isStronger = (a: Role | null, b: Role | null): boolean =>
  a !== b && a !== null && (b === null || isAtLeast(a, b))

type Ranks = ReadonlyMap<string, number>

/** Whose rank rises and whose falls, in the order of `after`, and how many of those who have one keep it. */
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
 * How many things below a collection change for somebody. What has no grants and no level of its own changes with
 * what it stands in; for the others their marks tell. `here` is whether the collection itself changes.
 */
export function countChangedDescendants(
  things: readonly Below[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  here: boolean,
): number {
  const byId = new Map(things.map((thing) => [thing.id, thing]))
  const known = new Map<string, boolean>()
  const changes = (thing: Below | undefined): boolean => {
    if (thing === undefined) return here
    const said = known.get(thing.id)
    if (said !== undefined) return said
    const changed = thing.own
      ? before.get(thing.id) !== after.get(thing.id)
      : changes(byId.get(thing.parentId))
    known.set(thing.id, changed)
    return changed
  }
  return things.filter(changes).length
}
