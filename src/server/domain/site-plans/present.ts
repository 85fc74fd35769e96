import type { SitePlan, SitePlanSummary } from '#contract/site-plans.ts'
import { viewerOf } from '../../auth/viewer.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { compareStructures } from '../sites/compare-structures.ts'
import { latestEntry } from '../sites/history-queries.ts'
import { differencesBetween } from '../sites/structure/differences.ts'
import { changedItemId } from '../sites/structure/reducer.ts'
import { fingerprintOf, isSameShape } from '../sites/structure/shape.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import { planOutcome } from './plan-outcome.ts'
import type { PlanRow } from './queries.ts'
import type { Outcome, StepResult } from './steps.ts'

/** A plan as the API represents it, compared with the live structure. */
export async function presentPlan(
  db: Db | Tx,
  ctx: Context,
  live: Structure,
  plan: PlanRow,
): Promise<SitePlan> {
  const outcome = await planOutcome(db, viewerOf(ctx), live, plan.steps)
  const { organizationId, id: siteId } = live.site
  const since = (await latestEntry(db, { organizationId, siteId }))?.at
  return {
    object: 'site-plan',
    version: plan.version,
    ...(await startOf(db, ctx, plan)),
    live: {
      fingerprint: fingerprintOf(live),
      ...(since === undefined ? {} : { since: since.toISOString() }),
    },
    steps: outcome.steps.map(presentStep),
    ...(await compareStructures(db, ctx, live, outcome.structure)),
    removed: differencesBetween(live, outcome.structure).filter(({ kind }) => kind === 'removed'),
    publishable: isPublishable(live, outcome),
    urls: { location: ctx.urls.location('orgs', organizationId, 'sites', siteId, 'structure', 'plan') },
  }
}

/** The summary of a plan as the API represents it. */
export async function presentSummary(db: Db, ctx: Context, plan: PlanRow): Promise<SitePlanSummary> {
  const { version, steps } = plan
  return { object: 'site-plan-summary', version, steps: steps.length, ...(await startOf(db, ctx, plan)) }
}

/** Whether the plan changes the site and no step has a problem. */
export const isPublishable = (live: Structure, { structure, steps }: Outcome): boolean =>
  !isSameShape(live, structure) && steps.every(({ problem }) => problem === undefined)

async function startOf(db: Db | Tx, ctx: Context, { startedBy, startedAt, updatedAt, steps }: PlanRow) {
  if (steps.length === 0 || startedBy === null || startedAt === null || updatedAt === null) return {}
  const people = await authorsByIds(db, ctx.access.organizationId, [startedBy])
  return {
    startedBy: presentUser(people.get(startedBy) ?? formerUser(startedBy), ctx.urls),
    startedAt: startedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

function presentStep({ step, changes, problem }: StepResult): SitePlan['steps'][number] {
  const item = changedItemId(step.act, step.made)
  const issues = problem?.details?.issues
  return {
    id: step.id,
    change: step.act,
    ...(item === null ? {} : { item }),
    changes: [...changes],
    ...(problem === undefined
      ? {}
      : {
          problem: {
            type: problem.reason,
            message: problem.message,
            ...(Array.isArray(issues) ? { issues } : {}),
          },
        }),
  }
}
