import { sql } from 'kysely'
import { DEFAULT_PAGE_SIZE, type Paging } from '#contract/shared/paging.ts'
import { collectionAccess, spaceAccess } from '../../auth/grants.ts'
import type { Viewer } from '../../auth/viewer.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Db, Tx } from '../../db/client.ts'
import { decodeCursor, type Page, pageFromRows, pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import {
  type FreshnessRow,
  freshnessColumns,
  freshnessFrom,
  isOverdue,
  keyOfPage,
  keysOfDuePages,
  reviewDate,
} from './due-queries.ts'

/** The owner and review date of a page. @throws {DomainError} `not_found` */
export async function freshnessOfPage(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  today: string,
): Promise<FreshnessRow> {
  const keys = keyOfPage(organizationId, spaceId, pageId)
  const { rows } = await sql<FreshnessRow>`select ${freshnessColumns(today)} ${freshnessFrom(keys)}`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw notFound('page', pageId)
  return row
}

/** The owner and interval of a space; undefined if none were ever set. */
export const freshnessOfSpace = (db: Db | Tx, { organizationId, spaceId }: SpaceRef) =>
  db
    .selectFrom('page_freshness')
    .select(['owner_id as ownerId', 'months'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', '')
    .executeTakeFirst()

export type OverdueRow = FreshnessRow & { readonly rank: number }

type OverdueFilter = Paging & { readonly owner?: string | undefined; readonly space?: string | undefined }

/** One page of the overdue pages that a viewer can see, and their number; one query. */
export async function overduePages(
  db: Db,
  viewer: Viewer,
  { owner, space, page, limit = DEFAULT_PAGE_SIZE }: OverdueFilter,
  today: string,
): Promise<Page<OverdueRow> & { readonly count: number }> {
  const { organizationId, userId, membership } = viewer
  const access = spaceAccess(organizationId, membership)
  const after = page === undefined ? undefined : decodeCursor(page, 3)
  const { rows } = await sql<
    OverdueRow & { count: string }
  >`${collectionAccess(organizationId, userId, membership)},
    overdue as materialized (
      select ${freshnessColumns(today)}, ${access.rank} as rank
      ${freshnessFrom(keysOfDuePages({ organizationId, spaceId: space }, today))} ${access.joins}
      where ${access.rank} > 0 and ${isOverdue(today)}
        ${owner === undefined ? sql`` : sql`and rule.owner_id = ${owner}`}
    ),
    counted as (select count(*) as count from overdue),
    listed as (
      select * from overdue
      ${after === undefined ? sql`` : sql`where ("dueOn", "spaceId", "pageId") > (${sql.join(after)})`}
      order by "dueOn", "spaceId", "pageId" limit ${limit + 1}
    )
    select counted.count, listed.* from counted left join listed on true
    order by "dueOn", "spaceId", "pageId"`.execute(db)
  const listed = rows.filter(({ pageId }) => pageId !== null)
  const count = Number(rows[0]?.count ?? 0)
  return limit === 0
    ? { rows: [], count }
    : { ...pageFromRows(listed, limit, (row) => [row.dueOn, row.spaceId, row.pageId]), count }
}

export type ConfirmationRow = {
  readonly id: string
  readonly confirmedAt: Date
  readonly confirmedBy: string
  readonly dueOn: string | null
}

/** One page of the confirmations of a page, the latest first, and their number. */
export async function confirmationsOf(
  db: Db,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  paging: Paging,
): Promise<Page<ConfirmationRow> & { readonly count: number }> {
  const ofPage = db
    .selectFrom('page_confirmation')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
  const rows = ofPage.select([
    'id',
    'confirmed_at as confirmedAt',
    'confirmed_by as confirmedBy',
    sql<string | null>`due_on::text`.as('dueOn'),
  ])
  const keyset = {
    columns: ['confirmed_at', 'id'],
    keyOf: ({ confirmedAt, id }: ConfirmationRow) => [confirmedAt, id],
    direction: 'desc',
  } as const
  const { count } = await ofPage
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return { ...(await pageOf(rows, keyset, paging)), count: Number(count) }
}

/** A page whose owner has not been notified of its review date. */
export type UnnotifiedRow = Pick<FreshnessRow, 'organizationId' | 'spaceId' | 'pageId' | 'pageTitle'> & {
  readonly ownerId: string
  readonly dueOn: string
}

/** Overdue pages, of one space or of all, whose owner has not been notified yet. */
export async function unnotifiedPages(
  tx: Tx,
  today: string,
  { scope, limit }: { readonly scope: SpaceRef | undefined; readonly limit: number },
): Promise<readonly UnnotifiedRow[]> {
  const { rows } =
    await sql<UnnotifiedRow>`select p.organization_id as "organizationId", p.space_id as "spaceId",
      p.page_id as "pageId", p.title as "pageTitle", rule.owner_id as "ownerId", ${reviewDate}::text as "dueOn"
    ${freshnessFrom(keysOfDuePages(scope ?? {}, today))}
    where rule.owner_id is not null and ${isOverdue(today)}
      and (own.notified_for, own.notified_to) is distinct from (${reviewDate}, rule.owner_id)
    order by p.organization_id, p.space_id, p.page_id limit ${limit}`.execute(tx)
  return rows
}
