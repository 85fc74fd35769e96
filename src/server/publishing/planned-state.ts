import type { Viewer } from '../auth/viewer.ts'
import type { Db } from '../db/client.ts'
import { plannedOn } from '../domain/site-plans/planned.ts'
import { planOf } from '../domain/site-plans/queries.ts'
import { movedAddresses } from '../domain/sites/structure/addresses.ts'
import type { PlanShown } from './preview-notice.ts'
import { headsOf } from './queries.ts'
import { type Preview, type SiteState, stateWith } from './state.ts'

/** A site as its plan would have it, for somebody who may edit it. */
type Planned = {
  readonly state: SiteState
  readonly plan: PlanShown
  readonly moved: NonNullable<Preview['moved']>
}

/** What is planned by now; steps that cannot be done are left out. The site as it is where nothing is planned. */
export async function plannedState(db: Db, viewer: Viewer, live: SiteState): Promise<Planned> {
  const { organizationId, whole } = live
  const { steps } = await planOf(db, { organizationId, siteId: whole.site.id })
  if (steps.length === 0) return { state: live, plan: { steps: 0, obstacles: 0 }, moved: [] }
  const { structure, steps: tried } = await plannedOn(db, viewer, whole, steps)
  const heads = await headsOf(
    db,
    organizationId,
    structure.siteSpaces.map(({ spaceId }) => spaceId),
  )
  const obstacles = tried.filter(({ problem }) => problem !== undefined).length
  return {
    state: stateWith(live, structure, heads),
    plan: { steps: steps.length, obstacles },
    moved: movedAddresses(whole, structure),
  }
}
