import type { ScheduledAction } from '#contract/site-scheduled-actions.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/client.ts'
import { authorsByIds, formerUser } from '../users/people-queries.ts'
import { presentUser } from '../users/present.ts'
import type { ScheduledActionRow } from './queries.ts'

/** Scheduled actions as the API represents them. */
export async function presentActions(
  db: Db | Tx,
  { access: { organizationId }, urls }: Pick<Context, 'access' | 'urls'>,
  rows: readonly ScheduledActionRow[],
): Promise<ScheduledAction[]> {
  const people = await authorsByIds(db, organizationId, [
    ...new Set(rows.map(({ scheduledBy }) => scheduledBy)),
  ])
  return rows.map((row) => ({
    object: 'scheduled-action',
    id: row.id,
    change: row.change,
    runsAt: row.runsAt.toISOString(),
    timeZone: row.timeZone,
    status: row.status,
    scheduledBy: presentUser(people.get(row.scheduledBy) ?? formerUser(row.scheduledBy), urls),
    createdAt: row.createdAt.toISOString(),
    ...(row.endedAt === null ? {} : { endedAt: row.endedAt.toISOString() }),
    ...(row.failure === null ? {} : { failure: row.failure }),
    urls: {
      location: urls.location('orgs', organizationId, 'sites', row.siteId, 'scheduled-actions', row.id),
    },
  }))
}
