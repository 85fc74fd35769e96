import pg from 'pg'

/** A connection that says: this process needs the server. */
export type ServerClaim = {
  /** Ends the claim. `last` comes with the promise that no other process can claim before `close`. */
  readonly release: () => Promise<'last' | 'others'>
  readonly close: () => Promise<void>
  readonly hasDatabase: (name: string) => Promise<boolean>
  readonly createDatabase: (name: string) => Promise<void>
  /** Comes true when the server ends while it is claimed. */
  readonly lost: Promise<void>
}

/** Any number that nothing else locks in the `postgres` database. */
const CLAIM_LOCK = 4_400_441

/**
 * Claims the server that listens at an address. Every process shares one advisory lock, and the
 * one that can have it alone in the end is the last: it may stop the server, while who comes in
 * that moment waits for the lock, loses its connection and starts a server anew.
 * Answers `absent` where nothing listens, `busy` where a server is just starting or stopping.
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
    // The server is gone already; the rest of it may be cleared away.
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
/** Starting or stopping; terminated by its shutdown; cut off without a word. */
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
