import pg from 'pg'

/** Advisory lock of the database that is backed up: backups of it, and removals of old ones, run one at a time. */
const LOCK = 'lectern backup'

/** A connection that is closed by its owner, and whose loss is the error of the query that uses it. */
export async function backupClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'lectern-backup' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Takes the lock until the connection ends. False if another connection has it. */
export async function lockBackups(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtext($1)) as free',
    [LOCK],
  )
  return rows[0]?.free === true
}
