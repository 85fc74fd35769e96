import { sql } from 'kysely'
import { newId } from '#server/ids.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function system({ app }: Setup): Promise<ListFixtures> {
  const { db } = app
  const aJob = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from graphile_worker.add_job('refresh-openapi-specs')`.execute(db)
    return () => sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(db)
  }
  const anEmail = async () => {
    const payload = JSON.stringify({ kind: 'new-password', email: 'ada@example.org' })
    const { id } = await db
      .insertInto('rejected_email')
      .values({ payload, recipient: 'ada@example.org', error: '550 unknown', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return () => db.deleteFrom('rejected_email').where('id', '=', id).execute()
  }
  const aBackup = async () => {
    const { id } = await db
      .insertInto('backup_run')
      .values({
        id: newId(),
        trigger: 'schedule',
        status: 'failed',
        target: '/backups',
        encrypted: false,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return () => db.deleteFrom('backup_run').where('id', '=', id).execute()
  }
  await repeat(ROWS, aBackup)
  await repeat(ROWS, aJob)
  await repeat(ROWS, anEmail)
  return {
    listBackups: { addRow: aBackup },
    listJobs: { addRow: aJob },
    listUndeliveredEmails: { addRow: anEmail },
  }
}
