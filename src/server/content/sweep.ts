import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Service } from '../context.ts'
import type { Db, Tx } from '../db/client.ts'
import { bytesOf, hashesIn, tryLockContent } from './objects.ts'

/** Objects that are read at a time. */
const BATCH_SIZE = 500
/** How often a sweep tries to lock out writers, once per second, before it fails and runs again later. */
const MAX_TRIES = 60

export type Swept = { readonly objects: number; readonly blobs: number }

/**
 * Removes all objects of an organization that no revision reaches, and marks the bytes of files that none contains as
 * unused. Marking happens while others write; they are locked out only while recent objects are marked and the rest is
 * deleted.
 * @throws if the signal fires, or writers leave no gap
 */
export async function sweepContent(db: Db, organizationId: string, stop: AbortSignal): Promise<Swept> {
  return db.connection().execute(async (one) => {
    await createMarkTables(one)
    try {
      await markReached(one, organizationId, stop)
      if (!(await collectUnreached(one, organizationId))) return { objects: 0, blobs: 0 }
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const swept = await sweep(one, organizationId, stop)
        if (swept !== null) return swept
        await pause(1000, undefined, { signal: stop })
      }
      throw new Error(`Content of ${organizationId} is written without a pause; it is swept later`)
    } finally {
      await dropMarkTables(one)
    }
  })
}

/** Creates temporary tables of this connection: reached objects, which of them are not read yet, and reached blobs. */
async function createMarkTables(db: Db): Promise<void> {
  await dropMarkTables(db)
  await sql`create temp table reached_object (hash bytea primary key, is_read boolean not null default false)`.execute(
    db,
  )
  await sql`create index reached_unread on reached_object (hash) where not is_read`.execute(db)
  await sql`create temp table reached_blob (hash text collate "C" primary key)`.execute(db)
}

const dropMarkTables = (db: Db) =>
  sql`drop table if exists pg_temp.reached_object, pg_temp.reached_blob, pg_temp.unreached_object, pg_temp.unreached_blob`.execute(
    db,
  )

/** Marks everything that the current revisions reach and that is not marked yet. */
async function markReached(db: Db, organizationId: string, stop: AbortSignal): Promise<void> {
  await sql`insert into reached_object (hash)
    select distinct root from revision where organization_id = ${organizationId} on conflict do nothing`.execute(
    db,
  )
  for (;;) {
    stop.throwIfAborted()
    const { rows } = await sql<{ hash: Buffer }>`update reached_object set is_read = true
      where hash in (select hash from reached_object where not is_read limit ${BATCH_SIZE}) returning hash`.execute(
      db,
    )
    if (rows.length === 0) return
    const read = rows.map(({ hash }) => hash)
    const bodies = await sql<{ body: string }>`select body from content_object
      where organization_id = ${organizationId} and hash = any(${read}::bytea[]) and kind <> 'text'`.execute(
      db,
    )
    const { objects, blobs } = hashesIn(bodies.rows.map(({ body }) => body))
    await sql`insert into reached_object (hash) select unnest(${objects.map(bytesOf)}::bytea[])
      on conflict do nothing`.execute(db)
    await sql`insert into reached_blob (hash) select unnest(${blobs}::text[]) on conflict do nothing`.execute(
      db,
    )
  }
}

/** Collects what nothing reaches; false if there is nothing. */
async function collectUnreached(db: Db, organizationId: string): Promise<boolean> {
  await sql`analyze reached_object, reached_blob`.execute(db)
  await sql`create temp table unreached_object as select hash from content_object
    where organization_id = ${organizationId} and ${isUnreached('content_object')}`.execute(db)
  await sql`create temp table unreached_blob as select hash from file_blob
    where organization_id = ${organizationId} and ${isUnreached('file_blob')}`.execute(db)
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from unreached_object) or exists (select from unreached_blob) as any`.execute(db)
  return rows[0]?.any === true
}

const isUnreached = (table: 'content_object' | 'file_blob') =>
  sql`not exists (select from ${sql.table(table === 'file_blob' ? 'reached_blob' : 'reached_object')} reached
    where reached.hash = ${sql.table(table)}.hash)`

/** Deletes what is still unreached; null if someone is storing content right now. */
const sweep = (db: Db, organizationId: string, stop: AbortSignal): Promise<Swept | null> =>
  db.transaction().execute(async (tx) => {
    if (!(await tryLockContent(tx, organizationId))) return null
    await markReached(tx, organizationId, stop)
    const objects = await sql`delete from content_object using unreached_object unreached
      where organization_id = ${organizationId} and content_object.hash = unreached.hash
        and ${isUnreached('content_object')}`.execute(tx)
    const blobs = await sql`delete from file_blob using unreached_blob unreached
      where organization_id = ${organizationId} and file_blob.hash = unreached.hash
        and ${isUnreached('file_blob')}`.execute(tx)
    return { objects: Number(objects.numAffectedRows ?? 0), blobs: Number(blobs.numAffectedRows ?? 0) }
  })

/** Queues the removal of unused content, once for several changes. */
export const enqueueContentSweep = (
  tx: Tx,
  { jobs }: Pick<Service, 'jobs'>,
  organizationId: string,
): Promise<void> => jobs.enqueue(tx, 'sweep-content', { organizationId }, { key: `sweep ${organizationId}` })
