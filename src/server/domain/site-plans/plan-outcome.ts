import type { Viewer } from '../../auth/viewer.ts'
import type { Db, Tx } from '../../db/client.ts'
import type { StoredStep } from '../../db/tables/sites.ts'
import { DomainError } from '../../errors.ts'
import { showableSpaces } from '../sites/showable-spaces.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { type Outcome, outcomeOf, type SpaceFor } from './steps.ts'

/** The outcome of steps on a structure, for a member who may show only some spaces. */
export async function planOutcome(
  db: Db | Tx,
  viewer: Viewer,
  live: Structure,
  steps: readonly StoredStep[],
): Promise<Outcome> {
  const { space } = await spacesOfSteps(db, viewer, steps)
  return outcomeOf(live, steps, space)
}

/** The spaces that steps add, with an error for those that the member may not show. */
export async function spacesOfSteps(
  db: Db | Tx,
  viewer: Viewer,
  steps: readonly Pick<StoredStep, 'act'>[],
): Promise<{ readonly ids: readonly string[]; readonly space: SpaceFor }> {
  const ids = steps.flatMap(({ act }) =>
    act.type === 'add-section' || act.type === 'add-space' ? [act.spaceId] : [],
  )
  const spaces = await showableSpaces(db, viewer, ids)
  const space: SpaceFor = (id) => {
    const result = spaces.get(id)
    if (result instanceof DomainError) throw result
    if (result === undefined) throw new Error(`The space ${id} was not looked up`)
    return result
  }
  return { ids, space }
}
