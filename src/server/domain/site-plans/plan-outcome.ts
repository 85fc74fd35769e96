import type { Viewer } from '#server/auth/viewer.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { StoredStep } from '#server/db/tables/sites.ts'
import { DomainError } from '#server/errors.ts'
import { showableSpaces } from '../sites/showable-spaces.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { type Outcome, outcomeOf, type SpaceFor } from './steps.ts'

/** Where steps lead from a structure, for somebody who may show some spaces and not others. */
export async function planOutcome(
  db: Db | Tx,
  viewer: Viewer,
  live: Structure,
  steps: readonly StoredStep[],
): Promise<Outcome> {
  const { space } = await spacesOfSteps(db, viewer, steps)
  return outcomeOf(live, steps, space)
}

/** The spaces that steps are to show, as far as somebody may. */
export async function spacesOfSteps(
  db: Db | Tx,
  viewer: Viewer,
  steps: readonly Pick<StoredStep, 'act'>[],
): Promise<{ readonly ids: readonly string[]; readonly space: SpaceFor }> {
  const ids = steps.flatMap(({ act }) =>
    act.type === 'add-section' || act.type === 'add-space' ? [act.spaceId] : [],
  )
  const joining = await showableSpaces(db, viewer, ids)
  const space: SpaceFor = (id) => {
    const found = joining.get(id)
    if (found instanceof DomainError) throw found
    if (found === undefined) throw new Error(`The space ${id} was not looked up`)
    return found
  }
  return { ids, space }
}
