import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import { feedbackRatings, insightsEventTypes, RETENTION_MONTHS } from '#contract/site-insights.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { monthsBefore } from './rules.ts'
import type { StoredEvent } from './stored-event.ts'
import { keyOfPlace, keyOfReader } from './visitor-numbers.ts'

/** The number and salt of a site in insights tables. */
export type InsightsSite = { readonly no: number; readonly salt: Buffer }

/** Undefined for a site without events. */
export const existingInsightsSite = (
  db: Db | Tx,
  { organizationId, siteId }: SiteParams,
): Promise<InsightsSite | undefined> =>
  db
    .selectFrom('insights_site')
    .select(['no', 'salt'])
    .where('organization_id', '=', organizationId)
    .where('site_id', '=', siteId)
    .executeTakeFirst()

/**
 * Returns the insights site, creating it if needed.
 *
 * @throws {DomainError} `not_found` when there is no such site.
 */
export async function insightsSite(db: Db | Tx, site: SiteParams): Promise<InsightsSite> {
  const existing = await existingInsightsSite(db, site)
  if (existing !== undefined) return existing
  await db
    .insertInto('insights_site')
    .columns(['organization_id', 'site_id', 'salt'])
    .expression((from) =>
      from
        .selectFrom('site')
        .select(['organization_id', 'id', from.val(randomBytes(32)).as('salt')])
        .where('organization_id', '=', site.organizationId)
        .where('id', '=', site.siteId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await existingInsightsSite(db, site)
  if (created === undefined) throw notFound('site', site.siteId)
  return created
}

/** The tables of the months must exist (`createMonthTables`). */
export async function insertEvents(
  tx: Tx,
  { no }: InsightsSite,
  events: readonly StoredEvent[],
): Promise<void> {
  const rows = events.map((event) => ({
    ...{ at: event.at.toISOString(), visitor: event.visitor, session: event.session },
    ...{ place_key: keyOfPlace(event.location), reader_key: keyOfReader(event.reader) },
    ...{ amount: event.amount ?? null, detail: event.detail ?? null },
    type: insightsEventTypes.indexOf(event.type) + 1,
    rating: event.rating ? feedbackRatings.indexOf(event.rating) + 1 : null,
  }))
  await insertPlaces(tx, no, events)
  await insertReaders(tx, events)
  await sql`insert into insights_event (at, visitor, session, site, place, reader, amount, type, rating, detail)
    select one.at, one.visitor, one.session, ${no}::int, place.id, reader.id, one.amount, one.type, one.rating, one.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (at timestamptz, visitor int8, session int8,
      place_key uuid, reader_key uuid, amount int4, type int2, rating int2, detail text)
    join insights_place place on place.site = ${no}::int and place.key = one.place_key
    join insights_reader reader on reader.key = one.reader_key`.execute(tx)
}

/** Ordered by key, so that concurrent writers don't deadlock. */
function ordered<T extends { readonly key: string }>(rows: readonly T[]): T[] {
  const unique = new Map(rows.map((row) => [row.key, row]))
  return [...unique.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const insertPlaces = (tx: Tx, site: number, events: readonly StoredEvent[]) =>
  tx
    .insertInto('insights_place')
    .values(
      ordered(
        events.map(({ location }) => ({
          site,
          key: keyOfPlace(location),
          url: location.url,
          site_section: location.siteSection,
          site_space: location.siteSpace,
          page: location.page,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const insertReaders = (tx: Tx, events: readonly StoredEvent[]) =>
  tx
    .insertInto('insights_reader')
    .values(
      ordered(
        events.map(({ reader }) => ({
          key: keyOfReader(reader),
          device: reader.device,
          browser: reader.browser,
          os: reader.os,
          language: reader.language,
          referrer_domain: reader.referrerDomain,
          utm_source: reader.utmSource,
          utm_medium: reader.utmMedium,
          utm_campaign: reader.utmCampaign,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)
const firstDayOf = (month: string): string => `${month}-01`
const after = (month: string): string =>
  monthOf(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)))

const tableOf = (month: string): string => `insights_event_${month.replace('-', '_')}`

const openedIn = new WeakMap<Db, Set<string>>()

/** Creates the partitions for the months of these moments. */
export async function createMonthTables(db: Db, moments: readonly Date[]): Promise<void> {
  const opened = openedIn.get(db) ?? new Set<string>()
  openedIn.set(db, opened)
  const missing = [...new Set(moments.map(monthOf))].filter((month) => !opened.has(month))
  for (const month of missing.sort()) {
    await db.transaction().execute(async (tx) => {
      // Concurrent writers create a missing partition one after the other.
      await sql`select pg_advisory_xact_lock(hashtext('insights months'))`.execute(tx)
      await sql`create table if not exists ${sql.table(tableOf(month))} partition of insights_event
        for values from (${sql.lit(`${firstDayOf(month)} 00:00:00+00`)}) to (${sql.lit(`${firstDayOf(after(month))} 00:00:00+00`)})`.execute(
        tx,
      )
    })
    opened.add(month)
  }
}

/** Drops expired months with their locations and readers; returns the dropped tables. */
export async function dropOldMonths(db: Db, now: Date): Promise<string[]> {
  const oldest = tableOf(monthOf(monthsBefore(now, RETENTION_MONTHS)))
  const { rows } = await sql<{ name: string }>`select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'insights_event'::regclass and child.relname < ${oldest}::text order by 1`.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  if (rows.length > 0) {
    await sql`delete from insights_place place
      where not exists (select from insights_event event where event.place = place.id)`.execute(db)
    await sql`delete from insights_reader reader
      where not exists (select from insights_event event where event.reader = reader.id)`.execute(db)
  }
  return rows.map(({ name }) => name)
}

/** The salt for visitor numbers of a day, which is deleted after the day. */
export async function saltOf(db: Db, day: string): Promise<Buffer> {
  const read = () =>
    db.selectFrom('insights_salt').select('salt').where(sql<string>`day::text`, '=', day).executeTakeFirst()
  const existing = await read()
  if (existing !== undefined) return existing.salt
  await db
    .insertInto('insights_salt')
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await read()
  if (created === undefined) throw new Error('The salt of the day was deleted while it was created')
  return created.salt
}

/** Deletes the salts of earlier days. */
export const deleteSaltsBefore = (db: Db, day: string) =>
  db.deleteFrom('insights_salt').where('day', '<', day).execute()
