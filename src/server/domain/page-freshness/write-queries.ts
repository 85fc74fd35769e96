import { sql } from 'kysely'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Tx } from '../../db/client.ts'
import { freshnessFrom, isOverdue } from './due-queries.ts'
import type { UnnotifiedRow } from './queries.ts'
import type { StoredSettings } from './rules.ts'

/** The settings of a page or space, locked until the transaction ends. */
export async function lockSettings(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  today: string,
): Promise<StoredSettings> {
  // Two that set the first values concurrently wait for each other here.
  await tx
    .insertInto('page_freshness')
    .values({ organization_id: organizationId, space_id: spaceId, page_id: pageId, since: today })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await tx
    .selectFrom('page_freshness')
    .select(['owner_id as ownerId', 'months', sql<string | null>`due_on::text`.as('dueOn')])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row
}

/** Stores the settings of a page or space; `since` only if there was no interval before. */
export const storeSettings = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  { ownerId, months, dueOn, since }: StoredSettings & { readonly since?: string },
) =>
  tx
    .updateTable('page_freshness')
    .set({ owner_id: ownerId, months, due_on: dueOn, ...(since === undefined ? {} : { since }) })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .execute()

/** Lets the owner be notified again, should the same review date return. */
export const forgetNotified = (tx: Tx, { organizationId, spaceId }: SpaceRef, pageId: string) =>
  tx
    .updateTable('page_freshness')
    .set({ notified_for: null, notified_to: null })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .execute()

export type NewConfirmation = {
  readonly id: string
  readonly at: Date
  readonly by: string
  readonly dueOn: string | null
  readonly chosenDueOn: string | null
}

export const insertConfirmation = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  { id, at, by, dueOn, chosenDueOn }: NewConfirmation,
) =>
  tx
    .insertInto('page_confirmation')
    .values({
      organization_id: organizationId,
      space_id: spaceId,
      page_id: pageId,
      id,
      confirmed_at: at,
      confirmed_by: by,
      due_on: dueOn,
      chosen_due_on: chosenDueOn,
    })
    .execute()

/** The latest confirmation of a page; undefined if there is none. */
export const latestConfirmation = (tx: Tx, { organizationId, spaceId }: SpaceRef, pageId: string) =>
  tx
    .selectFrom('page_confirmation')
    .select(['id', sql<string | null>`chosen_due_on::text`.as('chosenDueOn')])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const confirmationExists = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  id: string,
): Promise<boolean> =>
  tx
    .selectFrom('page_confirmation')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row !== undefined)

export const deleteConfirmation = (
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pageId: string,
  id: string,
) =>
  tx
    .deleteFrom('page_confirmation')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
    .where('id', '=', id)
    .execute()

/** Remembers for which review dates owners are notified. */
export async function markNotified(tx: Tx, rows: readonly UnnotifiedRow[], today: string): Promise<void> {
  const column = (name: keyof UnnotifiedRow) => rows.map((row) => row[name])
  await sql`insert into page_freshness (organization_id, space_id, page_id, since, notified_for, notified_to)
    select o, s, p, ${today}::date, due::date, owner from unnest(${column('organizationId')}::text[],
      ${column('spaceId')}::text[], ${column('pageId')}::text[], ${column('dueOn')}::text[],
      ${column('ownerId')}::text[]) as row (o, s, p, due, owner)
    on conflict (organization_id, space_id, page_id) do update
      set notified_for = excluded.notified_for, notified_to = excluded.notified_to`.execute(tx)
}

/**
 * Marks notifications as done that no longer ask their recipient for anything: the page was confirmed or deleted, it has
 * another owner, or another review date. Those of one space, or all.
 */
export async function settleNotifications(tx: Tx, now: Date, today: string, scope?: SpaceRef): Promise<void> {
  const stillOverdue = sql`select ${freshnessFrom(keyOfNotification)}
    where rule.owner_id = n.user_id and ${isOverdue(today)}`
  await sql`update notification n set done_at = ${now}
    where n.reason = 'page_overdue' and n.done_at is null
      ${scope === undefined ? sql`` : sql`and n.organization_id = ${scope.organizationId} and n.space_id = ${scope.spaceId}`}
      and not exists (${stillOverdue})`.execute(tx)
}

const keyOfNotification = sql`select n.organization_id, n.space_id, n.object_id as page_id`
