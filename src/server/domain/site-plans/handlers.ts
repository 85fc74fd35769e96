import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { MAX_PLAN_STEPS, type StructureChange } from '#contract/site-plans.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { type Context, expectVersion } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { StoredStep } from '../../db/tables/sites.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { newIds } from '../sites/change-structure.ts'
import type { Structure } from '../sites/structure/structure.ts'
import { structureOf } from '../sites/structure-queries.ts'
import { planChangeAuditEvent } from './audit-events.ts'
import { spacesOfSteps } from './plan-outcome.ts'
import { presentPlan, presentSummary } from './present.ts'
import { publishPlan } from './publish-plan.ts'
import { lockPlan, type PlanRow, planOf, writePlan } from './queries.ts'
import { type Outcome, outcomeOf, type SpaceFor, stepsOf, withStep } from './steps.ts'

export const sitePlanHandlers = handle(api.sitePlans, {
  async get(ctx, { params }) {
    const live = await structureOf(ctx.db, params.organizationId, params.siteId)
    return presentPlan(ctx.db, ctx, live, await planOf(ctx.db, params))
  },

  async summary(ctx, { params }) {
    return presentSummary(ctx.db, ctx, await planOf(ctx.db, params))
  },

  async addSteps(ctx, { params, body: { changes } }) {
    return ctx.write(async (tx) => {
      const { plan, live } = await lockedPlan(tx, ctx, params)
      const added = changes.map((act) => ({ act }))
      const { space } = await spacesOfSteps(tx, viewerOf(ctx), [...plan.steps, ...added])
      const outcome = changes.reduce(
        (result, act, index) =>
          withPlannedChange(
            live,
            result,
            { id: ctx.newId(), act, made: newIds(ctx), changes: [] },
            space,
            index,
          ),
        outcomeOf(live, plan.steps, space),
      )
      const steps = stepsOf(outcome)
      if (steps.length > MAX_PLAN_STEPS) {
        throw new DomainError(
          'invalid_state',
          `A plan can have up to ${MAX_PLAN_STEPS} steps. Publish it first`,
        )
      }
      return savePlan(tx, ctx, live, plan, steps)
    })
  },

  async undoStep(ctx, { params }) {
    return ctx.write(async (tx) => {
      const { plan, live } = await lockedPlan(tx, ctx, params)
      const steps = plan.steps.filter(({ id }) => id !== params.stepId)
      if (steps.length === plan.steps.length) throw notFound('step in the plan', params.stepId)
      return savePlan(tx, ctx, live, plan, steps)
    })
  },

  async discard(ctx, { params }) {
    await ctx.write(async (tx) => {
      const { plan, live } = await lockedPlan(tx, ctx, params)
      if (plan.steps.length === 0) return
      await writePlan(tx, params, EMPTY_STEPS, ctx.now())
      await recordAuditEvents(tx, ctx, planChangeAuditEvent(live.site, plan.steps, []))
    })
    return undefined
  },

  async publish(ctx, { params, body }) {
    return ctx.write((tx) => publishPlan(tx, ctx, params, body))
  },
})

const EMPTY_STEPS = { steps: [], startedBy: null, startedAt: null }

/** Locks the plan, checks its version, and reads the live structure. */
async function lockedPlan(tx: Tx, ctx: Context, site: SiteParams) {
  const live = await structureOf(tx, site.organizationId, site.siteId)
  const plan = await lockPlan(tx, site, ctx.now())
  expectVersion(ctx, plan.version)
  return { plan, live }
}

/** Adds a step; an error names the index of the change in the request. */
function withPlannedChange(
  live: Structure,
  outcome: Outcome,
  step: StoredStep,
  space: SpaceFor,
  index: number,
): Outcome {
  try {
    return withStep(live, outcome, step, space)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.reason, error.message, {
      ...error.details,
      issues: issuesIn(error, index),
    })
  }
}

function issuesIn({ details, message }: DomainError, index: number) {
  const issues = Array.isArray(details?.issues)
    ? (details.issues as { path: string[]; message: string }[])
    : []
  if (issues.length === 0) return [{ path: ['body', 'changes', index], message }]
  return issues.map((issue) => ({ ...issue, path: ['body', 'changes', index, ...issue.path.slice(1)] }))
}

async function savePlan(tx: Tx, ctx: Context, live: Structure, plan: PlanRow, steps: readonly StoredStep[]) {
  const site = { organizationId: live.site.organizationId, siteId: live.site.id }
  const now = ctx.now()
  const { startedBy, startedAt } =
    plan.steps.length === 0 ? { startedBy: ctx.caller.userId, startedAt: now } : plan
  const update = steps.length === 0 ? EMPTY_STEPS : { steps, startedBy, startedAt }
  const version = await writePlan(tx, site, update, now)
  const isSame = JSON.stringify(changesOf(plan.steps)) === JSON.stringify(changesOf(steps))
  if (!isSame) await recordAuditEvents(tx, ctx, planChangeAuditEvent(live.site, plan.steps, steps))
  return presentPlan(tx, ctx, live, { ...update, version, updatedAt: now })
}

const changesOf = (steps: readonly StoredStep[]): readonly StructureChange[] => steps.map(({ act }) => act)
