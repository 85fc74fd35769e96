import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import type { StoredStep } from '../../db/tables/sites.ts'

export type PlanRow = {
  readonly steps: readonly StoredStep[]
  readonly startedBy: string | null
  readonly startedAt: Date | null
  /** 0 before the first step. */
  readonly version: number
  readonly updatedAt: Date | null
}

const EMPTY_PLAN: PlanRow = { steps: [], startedBy: null, startedAt: null, version: 0, updatedAt: null }

const planQuery = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_plan')
    .select(['steps', 'begun_by as startedBy', 'begun_at as startedAt', 'version', 'updated_at as updatedAt'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)

/** The plan of a site; empty before the first step. */
export const planOf = async (db: Db | Tx, site: SiteParams): Promise<PlanRow> =>
  (await planQuery(db, site).executeTakeFirst()) ?? EMPTY_PLAN

/** Locks the plan of a site until the transaction ends, creating it if needed. */
export async function lockPlan(tx: Tx, site: SiteParams, now: Date): Promise<PlanRow> {
  const existing = await planQuery(tx, site).forUpdate().executeTakeFirst()
  if (existing !== undefined) return existing
  await tx
    .insertInto('site_plan')
    .values({
      organization_id: site.organizationId,
      site_id: site.siteId,
      steps: asJson([]),
      version: 0,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'site_id']).doNothing())
    .execute()
  return planQuery(tx, site).forUpdate().executeTakeFirstOrThrow()
}

type PlanUpdate = Pick<PlanRow, 'steps' | 'startedBy' | 'startedAt'>

/** Writes a locked plan and returns its new version. */
export async function writePlan(tx: Tx, site: SiteParams, plan: PlanUpdate, now: Date): Promise<number> {
  const { version } = await tx
    .updateTable('site_plan')
    .set({
      steps: asJson(plan.steps),
      begun_by: plan.startedBy,
      begun_at: plan.startedAt,
      version: sql`version + 1`,
      updated_at: now,
    })
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.siteId)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}
