import { sql } from 'kysely'
import { MAX_CONFIRMATIONS } from '#contract/shared/limits.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db } from '../../db/client.ts'
import type { ConfirmationRow } from '../page-freshness/queries.ts'

type Row = ConfirmationRow & {
  readonly revisionId: string
  readonly pageId: string
  readonly pageTitle: string
  /** How many there are before the next revision. */
  readonly count: number
}

/** The latest confirmations between each of some revisions and the next one of the space. */
export async function confirmationsAfter(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  revisionIds: readonly string[],
): Promise<readonly Row[]> {
  if (revisionIds.length === 0) return []
  const { rows } = await sql<Row>`select r.id as "revisionId", confirmed.* from revision r
    left join lateral (select created_at from revision later
      where later.organization_id = ${organizationId} and later.space_id = ${spaceId}
        and later.change_request_id is null and later.replaced_at is null and (later.created_at, later.id) > (r.created_at, r.id)
      order by later.created_at, later.id limit 1) following on true
    cross join lateral (select c.id, c.page_id as "pageId", p.title as "pageTitle",
        c.confirmed_at as "confirmedAt", c.confirmed_by as "confirmedBy", c.due_on::text as "dueOn",
        count(*) over ()::integer as count
      from page_confirmation c join page p using (organization_id, space_id, page_id)
      where c.organization_id = ${organizationId} and c.space_id = ${spaceId}
        and c.confirmed_at >= r.created_at and c.confirmed_at < coalesce(following.created_at, 'infinity')
      order by c.confirmed_at desc, c.id desc limit ${MAX_CONFIRMATIONS}) confirmed
    where r.organization_id = ${organizationId} and r.space_id = ${spaceId}
      and r.id = any(${revisionIds}::text[])
    order by "confirmedAt" desc, confirmed.id desc`.execute(db)
  return rows
}
