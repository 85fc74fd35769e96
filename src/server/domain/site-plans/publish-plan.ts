import type { SiteParams } from '#contract/shared/paths.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { expectVersion, type WriteContext } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, preconditionFailed } from '../../errors.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { presentLatestEntry } from '../site-history/present.ts'
import { replaceStructure } from '../sites/change-structure.ts'
import { lockSpaces, spaceIdsOnSite } from '../sites/shown-space-queries.ts'
import { fingerprintOf, isSameShape } from '../sites/structure/shape.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { planPublishAuditEvent } from './audit-events.ts'
import { spacesOfSteps } from './plan-outcome.ts'
import { lockPlan, planOf, writePlan } from './queries.ts'
import { outcomeOf, type StepResult } from './steps.ts'

type PublishOptions = { readonly redirect?: boolean | undefined; readonly live?: string | undefined }

/**
 * Applies all steps of a plan. Locks the spaces first, then the site, then the plan, as single changes do. A concurrent
 * request waits, and gets 412 if the plan or the site has changed since its caller read it.
 */
export async function publishPlan(
  tx: Tx,
  ctx: WriteContext,
  site: SiteParams,
  { redirect = true, live }: PublishOptions,
) {
  const current = await planOf(tx, site)
  expectVersion(ctx, current.version)
  const { ids, space } = await spacesOfSteps(tx, viewerOf(ctx), current.steps)
  const shown = await spaceIdsOnSite(tx, site.organizationId, site.siteId)
  const locked = new Set((await lockSpaces(tx, site.organizationId, [...shown, ...ids])).map(({ id }) => id))
  const before = await lockSite(tx, site.organizationId, site.siteId)
  const plan = await lockPlan(tx, site, ctx.now())
  const isLive = live === undefined || live === fingerprintOf(before)
  if (plan.version !== current.version || !isLive || ids.some((id) => !locked.has(id)))
    throw preconditionFailed(plan.version)
  const { structure, steps } = outcomeOf(before, plan.steps, space)
  expectNoProblem(steps)
  if (isSameShape(before, structure)) throw new DomainError('no_change', 'The plan changes nothing')
  await replaceStructure(tx, ctx, before, structure, { kind: 'plan', redirect })
  await recordAuditEvents(tx, ctx, planPublishAuditEvent(before.site, plan.steps, redirect))
  const version = await writePlan(tx, site, { steps: [], startedBy: null, startedAt: null }, ctx.now())
  return { entry: await presentLatestEntry(tx, ctx, site), version }
}

function expectNoProblem(steps: readonly StepResult[]): void {
  const failed = steps.filter(({ problem }) => problem !== undefined)
  const [first] = failed
  if (first === undefined) return
  throw new DomainError('invalid_state', `A step can no longer be applied: ${first.problem?.message}`, {
    steps: failed.map(({ step }) => step.id),
  })
}
