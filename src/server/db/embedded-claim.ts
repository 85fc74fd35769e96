import pg from 'pg'

/** A connection that keeps the server running for this process. */
export type ServerClaim = {
  /** Ends the claim. `last` guarantees that no other process can claim the server before `close`. */
  readonly release: () => Promise<'last' | 'others'>
  readonly close: () => Promise<void>
  readonly hasDatabase: (name: string) => Promise<boolean>
  readonly createDatabase: (name: string) => Promise<void>
  /** Resolves if the server ends while it is claimed. */
  readonly lost: Promise<void>
}

/** An advisory lock that nothing else uses in the `postgres` database. */
const CLAIM_LOCK = 4_400_441

/**
 * Claims the server at an address. All processes share one advisory lock; the one that can lock it exclusively is the
 * last and can stop the server. A process that arrives at that moment waits for the lock, loses its connection and
 * starts a new server. Returns `absent` if nothing listens, `busy` if a server is starting or stopping.
 */
export async function claimServer(connectionString: string): Promise<ServerClaim | 'absent' | 'busy'> {
  const client = new pg.Client({ connectionString, application_name: 'lectern-hold', keepAlive: true })
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  client.on('error', () => resolve())
  client.on('end', () => resolve())
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [CLAIM_LOCK])
  } catch (error) {
    await client.end().catch(() => undefined)
    return connectionState(error)
  }
  return {
    lost,
    release: () => release(client),
    close: () => client.end().catch(() => undefined),
    hasDatabase: async (name) =>
      (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1,
    createDatabase: (name) => createDatabase(client, name),
  }
}

async function release(client: pg.Client): Promise<'last' | 'others'> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [CLAIM_LOCK])
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [CLAIM_LOCK])
    return rows[0]?.alone === true ? 'last' : 'others'
  } catch {
    // The server has already ended; its traces can be removed.
    return 'last'
  }
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error
  }
}

const ABSENT_CODES: readonly string[] = ['ECONNREFUSED', 'ENOENT']
/** Starting or stopping; terminated by its shutdown; connection reset. */
const BUSY_CODES: readonly string[] = ['57P03', '57P01', 'ECONNRESET', 'EPIPE']

function connectionState(error: unknown): 'absent' | 'busy' {
  const code = codeOf(error)
  if (ABSENT_CODES.includes(code)) return 'absent'
  const wasCutOff = error instanceof Error && error.message.startsWith('Connection terminated')
  if (BUSY_CODES.includes(code) || wasCutOff) return 'busy'
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
