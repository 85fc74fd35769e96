import { sql } from 'kysely'
import { INSTANCE_TIMEOUT_SECONDS } from '#contract/system.ts'
import type { Db } from '../../db/client.ts'
import { instance } from '../../instance.ts'
import { version } from '../../version.ts'

/** The version of PostgreSQL and the last migration. */
export async function databaseVersions(db: Db): Promise<{ postgresql: string; schema: string }> {
  const { rows } = await sql<{ postgresql: string; schema: string }>`
    select current_setting('server_version') as postgresql, max(name) as schema from kysely_migration`.execute(
    db,
  )
  return { postgresql: rows[0]?.postgresql ?? '', schema: rows[0]?.schema ?? '' }
}

/** Bytes of the database on disk, and number and bytes of the files in it; equal files count once. */
export async function storageSizes(db: Db) {
  const { rows } = await sql<{ databaseBytes: number; files: number; fileBytes: number }>`
    select pg_database_size(current_database()) as "databaseBytes", count(*) as files,
      coalesce(sum(size), 0) as "fileBytes"
    from (select distinct on (blob) blob, size from (
      select blob, size from file union all select blob, size from unshown_file) stored order by blob) blobs`.execute(
    db,
  )
  return rows[0] ?? { databaseBytes: 0, files: 0, fileBytes: 0 }
}

const timeout = (now: Date) => new Date(now.getTime() - INSTANCE_TIMEOUT_SECONDS * 1000)

/** Records that this instance is alive, and deletes instances without a sign of life for a day. */
export async function recordInstance(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('instance')
    .values({ id: instance.id, host: instance.host, version, started_at: instance.startedAt, seen_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: now }))
    .execute()
  await db
    .deleteFrom('instance')
    .where('seen_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
}

export const deleteInstance = (db: Db) => db.deleteFrom('instance').where('id', '=', instance.id).execute()

/** Instances with a recent sign of life, oldest first. */
export const liveInstances = (db: Db, now: Date) =>
  db
    .selectFrom('instance')
    .select(['id', 'host', 'version', 'started_at as startedAt', 'seen_at as seenAt'])
    .where('seen_at', '>=', timeout(now))
    .orderBy('started_at')
    .orderBy('id')
    .limit(100)
    .execute()
