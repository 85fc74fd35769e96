import type { Paging } from '#contract/shared/paging.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { ScheduledAction, ScheduledChange } from '#contract/site-scheduled-actions.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

type Status = ScheduledAction['status']

const columns = [
  'site_scheduled_action.organization_id as organizationId',
  'site_scheduled_action.site_id as siteId',
  'site_scheduled_action.id',
  'site_scheduled_action.change',
  'site_scheduled_action.runs_at as runsAt',
  'site_scheduled_action.time_zone as timeZone',
  'site_scheduled_action.status',
  'site_scheduled_action.scheduled_by as scheduledBy',
  'site_scheduled_action.created_at as createdAt',
  'site_scheduled_action.ended_at as endedAt',
  'site_scheduled_action.failure',
] as const

const actionsOf = (db: Db | Tx, { organizationId, siteId }: SiteParams) =>
  db
    .selectFrom('site_scheduled_action')
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)

/** One page of a site's actions, the latest time first, with their count. */
export async function scheduledActionPage(
  db: Db,
  site: SiteParams,
  paging: Paging,
  status: Status | undefined,
) {
  const all = actionsOf(db, site)
  const matches = status === undefined ? all : all.where('status', '=', status)
  const keyset = {
    columns: ['site_scheduled_action.runs_at', 'site_scheduled_action.id'],
    keyOf: (row: { runsAt: Date; id: string }) => [row.runsAt, row.id],
    direction: 'desc' as const,
  }
  const [page, { count }] = await Promise.all([
    pageOf(matches.select(columns), keyset, paging),
    matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count }
}

/** How many actions of a site have not run. */
export async function countWaiting(tx: Tx, site: SiteParams): Promise<number> {
  const { count } = await actionsOf(tx, site)
    .where('status', '=', 'waiting')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * An action of a site, locked until the transaction ends: one that is running is returned with its result.
 * @throws {DomainError} `not_found` if the site has none with this id
 */
export const lockScheduledAction = (tx: Tx, site: SiteParams, id: string) =>
  actionsOf(tx, site)
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('scheduled action', id))

export type ScheduledActionRow = Awaited<ReturnType<typeof lockScheduledAction>>

/** An action by its id alone; undefined if it was canceled, or deleted with its site. */
export const findScheduledAction = (
  db: Db,
  organizationId: string,
  id: string,
): Promise<ScheduledActionRow | undefined> =>
  db
    .selectFrom('site_scheduled_action')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

type NewAction = SiteParams & {
  readonly id: string
  readonly change: ScheduledChange
  readonly runsAt: Date
  readonly timeZone: string
  readonly scheduledBy: string
}

export const insertScheduledAction = (tx: Tx, action: NewAction, now: Date): Promise<ScheduledActionRow> =>
  tx
    .insertInto('site_scheduled_action')
    .values({
      organization_id: action.organizationId,
      site_id: action.siteId,
      id: action.id,
      change: JSON.stringify(action.change),
      runs_at: action.runsAt,
      time_zone: action.timeZone,
      scheduled_by: action.scheduledBy,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

export const deleteScheduledAction = (tx: Tx, site: SiteParams, id: string) =>
  tx
    .deleteFrom('site_scheduled_action')
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.siteId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Deletes the actions of a site that ran before a time. */
export const deleteEndedBefore = (tx: Tx, site: SiteParams, before: Date) =>
  tx
    .deleteFrom('site_scheduled_action')
    .where('organization_id', '=', site.organizationId)
    .where('site_id', '=', site.siteId)
    .where('ended_at', '<', before)
    .execute()

/** Marks a waiting action as done or failed; false if it no longer waits. */
export async function endScheduledAction(
  tx: Tx,
  { organizationId, id }: Pick<ScheduledActionRow, 'organizationId' | 'id'>,
  now: Date,
  failure: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('site_scheduled_action')
    .set({ status: failure === null ? 'done' : 'failed', ended_at: now, failure })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
