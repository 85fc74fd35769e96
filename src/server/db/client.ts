import { createHash } from 'node:crypto'
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailableError } from './database-error.ts'
import { createRelay, MAX_CHANGES_PER_RELAY } from './relay.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type OpenDatabase = {
  readonly db: Db
  readonly pool: pg.Pool
  /** Closes every connection after its running query. */
  readonly close: () => Promise<void>
}

/** Types that are parsed as numbers: all values here fit a double. */
const NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]

/** How long a query waits for a connection, a new one or one that becomes free. */
const CONNECT_TIMEOUT_MS = 15_000

/**
 * Opens a pool of at most `max` connections. It connects with the first query, so a wrong URL fails there, with a
 * DatabaseUnavailableError. `onQuery` is called after each query of `db`.
 */
export function openDatabase(
  connectionString: string,
  options: { max?: number; onQuery?: ((query: LogEvent) => void) | undefined } = {},
): OpenDatabase {
  const relay = createRelay(async () => {
    const { rows } = await pool.query<{ sent: number }>('select relay_changes($1) as sent', [
      MAX_CHANGES_PER_RELAY,
    ])
    return rows[0]?.sent ?? 0
  })
  const pool: pg.Pool = new pg.Pool({
    Client: preparingClient(relay.wake),
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lectern',
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  ignoreConnectionErrors(pool)
  const db: Db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: reportingPool(pool) }),
    ...(options.onQuery === undefined ? {} : { log: options.onQuery }),
  })
  const close = async () => {
    await relay.close()
    await db.destroy()
  }
  return { db, pool, close }
}

/** The pool, with errors that say that there is no connection, whatever the operating system called it. */
const reportingPool = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  connect: () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError(error)
    }),
})

const ignore = () => undefined

/** A broken connection must not end the process: the pool replaces it, and the query that uses it fails anyway. */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  if (pool.listeners('error').includes(ignore)) return
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
}

/** Serializes a value for a jsonb column: the driver would turn an array into a PostgreSQL array. */
export function asJson(value: unknown): string {
  return JSON.stringify(value)
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && NUMBERS.includes(oid)) return Number
  return pg.types.getTypeParser(oid, format)
}

/**
 * Marks a query as a prepared statement, which is parsed and planned once per connection. It must be at the very start
 * of the query. Only for queries with few variants, since each variant stays in memory with the connection.
 */
export const prepared = sql.raw('/* prepared */ ')

const names = new Map<string, string>()

/** The name of a prepared statement, based on its text. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** Statements that write, also as a prepared statement or with a common table expression that is marked as one. */
const WRITES = /^(?:\/\* prepared \*\/ )?(?:\/\* writes \*\/|insert|update|delete)/

/** Marks a statement that writes although it starts with `with`. It goes to the very start, but after `prepared`. */
export const writes = sql.raw('/* writes */ ')

/** PostgreSQL ends the connection after these errors: terminated, crashed, stopping, deleted, idle for too long. */
const ENDS_CONNECTION: ReadonlySet<unknown> = new Set(['57P01', '57P02', '57P03', '57P04', '57P05'])
const endsConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ENDS_CONNECTION.has(error.code)

/**
 * Sends marked queries as prepared statements, which Kysely does not support; `onCommit` is called after each commit. A
 * connection that PostgreSQL ends does not return to the pool: the driver notices the end only some time after the error.
 */
function preparingClient(onCommit: () => void) {
  return class PreparingClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const plain = this.query.bind(this)
      let isInTransaction = false
      const send = (text: string, rest: readonly unknown[]) => {
        if (!text.startsWith('/* prepared */')) return Reflect.apply(plain, this, [text, ...rest])
        const [values, ...others] = rest
        return Reflect.apply(plain, this, [{ name: nameOf(text), text, values }, ...others])
      }
      const preparing = (query: unknown, ...rest: unknown[]) => {
        if (typeof query !== 'string') return Reflect.apply(plain, this, [query, ...rest])
        if (query === 'begin') isInTransaction = true
        const commits = query === 'commit' || (!isInTransaction && WRITES.test(query))
        if (query === 'commit' || query === 'rollback') isInTransaction = false
        const result: unknown = send(query, rest)
        if (!(result instanceof Promise)) return result
        result.then(commits ? onCommit : ignore, (error: unknown) => {
          if (endsConnection(error)) this.end().catch(ignore)
        })
        return result
      }
      Object.assign(this, { query: preparing })
    }
  }
}
