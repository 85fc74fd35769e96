import type { Viewer } from '../auth/viewer.ts'
import type { Db } from '../db/client.ts'
import { planOutcome } from '../domain/site-plans/plan-outcome.ts'
import { planOf } from '../domain/site-plans/queries.ts'
import { movedAddresses } from '../domain/sites/structure/addresses.ts'
import type { PlanSummary } from './preview-notice.ts'
import { currentRevisions } from './queries.ts'
import { type Preview, type SiteState, stateWith } from './state.ts'

/** A site after its plan, for a member who can edit it. */
type PlannedState = {
  readonly state: SiteState
  readonly plan: PlanSummary
  readonly moved: NonNullable<Preview['moved']>
}

/** The site after all steps of its plan; steps that can't be applied are left out. */
export async function plannedState(db: Db, viewer: Viewer, live: SiteState): Promise<PlannedState> {
  const { organizationId, whole } = live
  const { steps } = await planOf(db, { organizationId, siteId: whole.site.id })
  if (steps.length === 0) return { state: live, plan: { steps: 0, obstacles: 0 }, moved: [] }
  const { structure, steps: results } = await planOutcome(db, viewer, whole, steps)
  const heads = await currentRevisions(
    db,
    organizationId,
    structure.siteSpaces.map(({ spaceId }) => spaceId),
  )
  const obstacles = results.filter(({ problem }) => problem !== undefined).length
  return {
    state: stateWith(live, structure, heads),
    plan: { steps: steps.length, obstacles },
    moved: movedAddresses(whole, structure),
  }
}
