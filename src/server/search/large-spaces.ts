import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** Spaces with at least this share of all sections, and this many, are large; so there are at most ten. */
const MIN_SHARE = 0.1
const MIN_SECTIONS = 20_000
/** Milliseconds until the statistics are read again. They decide about the plan only, never about results. */
const MAX_AGE = 5 * 60_000

type LargeSpaces = { readonly readAt: number; readonly ids: Promise<ReadonlySet<string>> }

const known = new WeakMap<Db, LargeSpaces>()

/**
 * A condition on the sections of a space. By default the database intersects the sections with the words and all sections
 * of the space, which is best when it is small. In a large one, all its sections are many more than those with the words,
 * so each section with the words is compared instead.
 */
export async function inSpace(db: Db, spaceId: string): Promise<RawBuilder<unknown>> {
  const large = await largeSpaces(db)
  // As a subquery, so that the plan of the prepared statement is the same for every space and made once.
  const id = sql`(select ${spaceId}::text)`
  return large.has(spaceId) ? sql`space_id || '' = ${id}` : sql`space_id = ${id}`
}

/** Large spaces, by the statistics of the planner. */
function largeSpaces(db: Db): Promise<ReadonlySet<string>> {
  const last = known.get(db)
  const now = performance.now()
  if (last !== undefined && now - last.readAt < MAX_AGE) return last.ids
  const ids = readLargeSpaces(db)
  known.set(db, { readAt: now, ids })
  ids.catch(() => known.delete(db))
  return ids
}

export async function readLargeSpaces(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select common.id
    from pg_stats stats join pg_class on pg_class.oid = 'page_section'::regclass
    cross join lateral unnest(stats.most_common_vals::text::text[], stats.most_common_freqs) as common (id, share)
    where stats.schemaname = current_schema() and stats.tablename = 'page_section' and stats.attname = 'space_id'
      and share >= ${MIN_SHARE} and share * reltuples >= ${MIN_SECTIONS}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
