import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import { feedbackRatings, insightsEventTypes, RETENTION_MONTHS } from '#contract/site-insights.ts'
import type { Db, Tx } from '../../db/client.ts'
import { notFound } from '../../errors.ts'
import { monthsBefore } from './rules.ts'
import type { StoredEvent } from './stored-event.ts'
import { keyOfPlace, keyOfReader } from './visitor-numbers.ts'

/** A site as its events name it. */
export type InsightsSite = { readonly no: number; readonly salt: Buffer }

/** The number of a site under which nothing has been kept yet is none. */
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
 * The number of a site; it has one from now on.
 *
 * @throws {DomainError} `not_found` when there is no such site.
 */
export async function insightsSite(db: Db | Tx, site: SiteParams): Promise<InsightsSite> {
  const known = await existingInsightsSite(db, site)
  if (known !== undefined) return known
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
  const made = await existingInsightsSite(db, site)
  if (made === undefined) throw notFound('site', site.siteId)
  return made
}

/** Keeps events of a site; the months they are in are there already (`openMonths`). */
export async function insertEvents(
  tx: Tx,
  { no }: InsightsSite,
  events: readonly StoredEvent[],
): Promise<void> {
  const rows = events.map((event) => ({
    ...{ at: event.at.toISOString(), visitor: event.visitor, session: event.session },
    ...{ place_key: keyOfPlace(event.place), reader_key: keyOfReader(event.reader) },
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

/** In the order of their keys, so that two writers never wait for each other. */
function ordered<T extends { readonly key: string }>(rows: readonly T[]): T[] {
  const once = new Map(rows.map((row) => [row.key, row]))
  return [...once.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const insertPlaces = (tx: Tx, site: number, events: readonly StoredEvent[]) =>
  tx
    .insertInto('insights_place')
    .values(
      ordered(
        events.map(({ place }) => ({
          site,
          key: keyOfPlace(place),
          url: place.url,
          site_section: place.siteSection,
          site_space: place.siteSpace,
          page: place.page,
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

/** Makes sure that there is a table for each month of these moments. */
export async function createMonthTables(db: Db, moments: readonly Date[]): Promise<void> {
  const opened = openedIn.get(db) ?? new Set<string>()
  openedIn.set(db, opened)
  const missing = [...new Set(moments.map(monthOf))].filter((month) => !opened.has(month))
  for (const month of missing.sort()) {
    await db.transaction().execute(async (tx) => {
      // Two that find it missing at once make it one after the other.
      await sql`select pg_advisory_xact_lock(hashtext('insights months'))`.execute(tx)
      await sql`create table if not exists ${sql.table(tableOf(month))} partition of insights_event
        for values from (${sql.lit(`${firstDayOf(month)} 00:00:00+00`)}) to (${sql.lit(`${firstDayOf(after(month))} 00:00:00+00`)})`.execute(
        tx,
      )
    })
    opened.add(month)
  }
}

/** Drops the months that are past their time, and what only they named; answers which. */
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

/** What the visitors of a day are numbered with; the same for all who ask on that day, and gone after it. */
export async function saltOf(db: Db, day: string): Promise<Buffer> {
  const read = () =>
    db.selectFrom('insights_salt').select('salt').where(sql<string>`day::text`, '=', day).executeTakeFirst()
  const known = await read()
  if (known !== undefined) return known.salt
  await db
    .insertInto('insights_salt')
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await read()
  if (made === undefined) throw new Error('The salt of the day was taken away while it was made')
  return made.salt
}

/** Forgets with what the visitors of days before this one were numbered. */
export const forgetSalts = (db: Db, day: string) =>
  db.deleteFrom('insights_salt').where('day', '<', day).execute()
