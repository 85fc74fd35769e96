import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type OpenDatabase = {
  readonly db: Db
  readonly pool: pg.Pool
  /** Ends every connection, after the queries under way. */
  readonly close: () => Promise<void>
}

/** Counts and numerics fit a double here; timestamps are Dates as the driver makes them. */
const NUMBERS: readonly number[] = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC]

/**
 * Opens a pool of at most `max` connections (10 when not told).
 * Connecting happens with the first query, so a wrong address shows there.
 */
export function openDatabase(connectionString: string, options: { max?: number } = {}): OpenDatabase {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: options.max ?? 10,
    application_name: 'lectern',
    keepAlive: true,
    types: { getTypeParser: parserOf },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** The one way to hand a value to a jsonb column: the driver would turn an array into a PostgreSQL array. */
export function asJson(value: unknown): string {
  return JSON.stringify(value)
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary' && NUMBERS.includes(oid)) return Number
  return pg.types.getTypeParser(oid, format)
}

/**
 * Marks a query as worth keeping: it is parsed and planned once a connection. Stands at its very beginning; for
 * queries whose text takes few forms, since each form is kept as long as the connection.
 */
export const prepared = sql.raw('/* prepared */ ')

const names = new Map<string, string>()

/** The name under which a marked text is prepared, made from the text itself. */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
  }
  return name
}

/** Sends marked queries as prepared statements; Kysely has no way to say so. */
class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const plain = this.query.bind(this)
    const preparing = (query: unknown, ...rest: unknown[]) => {
      if (typeof query !== 'string' || !query.startsWith('/* prepared */')) {
        return Reflect.apply(plain, this, [query, ...rest])
      }
      const [values, ...others] = rest
      return Reflect.apply(plain, this, [{ name: nameOf(query), text: query, values }, ...others])
    }
    Object.assign(this, { query: preparing })
  }
}
