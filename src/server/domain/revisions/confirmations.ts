import { sql } from 'kysely'
import type { PageConfirmation } from '#contract/page-freshness.ts'
import { MAX_CONFIRMATIONS } from '#contract/shared/limits.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { peopleById, presentConfirmation } from '../page-freshness/present.ts'
import type { ConfirmationRow } from '../page-freshness/queries.ts'

type ConfirmedPage = PageConfirmation & { page: { id: string; title: string } }
type Confirmations = { count: number; items: ConfirmedPage[] }

/** The pages of a space that people confirmed after some of its revisions, by the revision; none for the others. */
export async function confirmationsBy(
  ctx: Context,
  at: SpaceRef,
  revisions: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Confirmations>> {
  const ids = revisions.map(({ id }) => id)
  const rows = await confirmationsAfter(ctx.db, at, ids)
  const people = rows.map(({ confirmedBy }) => confirmedBy)
  const person = await peopleById(ctx, ctx.db, people)
  const byRevision = Map.groupBy(rows, ({ revisionId }) => revisionId)
  return new Map(
    [...byRevision].map(([revision, some]) => [
      revision,
      {
        count: some[0]?.count ?? 0,
        items: some.map((row) => ({
          ...presentConfirmation(row, person),
          page: { id: row.pageId, title: row.pageTitle },
        })),
      },
    ]),
  )
}

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
        and later.change_request_id is null and (later.created_at, later.id) > (r.created_at, r.id)
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
