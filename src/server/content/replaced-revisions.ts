import { sql } from 'kysely'
import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { enqueueContentSweep } from './sweep.ts'

const DAY_MS = 86_400_000
/** How long a save that another one replaced can be read and edited from. */
const RETENTION_DAYS = 30

/**
 * Deletes the replaced saves of editing sessions after 30 days, except those that something still refers to, and queues the
 * removal of their content: about once a day for an organization, because that reads all of its content.
 */
export async function removeReplacedRevisions(
  service: Pick<Service, 'db' | 'jobs' | 'now'>,
  stop: AbortSignal,
): Promise<number> {
  const before = new Date(service.now().getTime() - RETENTION_DAYS * DAY_MS)
  let removed = 0
  for (const organizationId of await organizationsDue(service, new Date(before.getTime() - DAY_MS))) {
    stop.throwIfAborted()
    removed += await service.db.transaction().execute(async (tx) => {
      const count = await removeOf(tx, organizationId, before)
      if (count > 0) await enqueueContentSweep(tx, service, organizationId)
      return count
    })
  }
  return removed
}

async function organizationsDue({ db }: Pick<Service, 'db'>, before: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('revision')
    .select('organization_id')
    .distinct()
    .where('replaced_at', '<=', before)
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** What is still referred to is set aside with an infinite time, so that it is checked once. */
async function removeOf(tx: Tx, organizationId: string, before: Date): Promise<number> {
  const of = sql`organization_id = ${organizationId}`
  const removed = await sql`with due as materialized (
      select id, space_id from revision where ${of} and replaced_at <= ${before}
    ), spaces as (select distinct space_id from due),
    referenced (id) as materialized (
      select unnest(parents) from revision where ${of} and space_id in (select space_id from spaces)
      union select unnest(array[revision_id, revision_initial, revision_ancestor, revision_merged, queued_revision])
        from change_request where ${of} and space_id in (select space_id from spaces)
      union select unnest(array[revision_id, pages_revision]) from change_request_seen
        where ${of} and space_id in (select space_id from spaces)
      union select revision_id from change_request_reviewer where ${of} and space_id in (select space_id from spaces)
      union select revision_id from change_request_team_reviewer where ${of}
        and space_id in (select space_id from spaces)
      union select revision_id from change_request_review where ${of} and space_id in (select space_id from spaces)
      union select revision_id from comment where ${of} and space_id in (select space_id from spaces)
      union select revision_id from coedited_text where ${of} and space_id in (select space_id from spaces)
      union select revision_id from import_run where ${of} and space_id in (select space_id from spaces)
      union select source_revision_id from page_translation where ${of}
      union select unnest(array[revision_id, pending ->> 'revision', pushing ->> 'revision']) from git_sync
        where ${of} and space_id in (select space_id from spaces)
    )
    delete from revision using due where revision.organization_id = ${organizationId} and revision.id = due.id
      and not exists (select from referenced where referenced.id = due.id)`.execute(tx)
  await sql`update revision set replaced_at = 'infinity' where ${of} and replaced_at <= ${before}`.execute(tx)
  return Number(removed.numAffectedRows ?? 0)
}
