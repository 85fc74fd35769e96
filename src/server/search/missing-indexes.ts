import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { SEARCH_INDEXES } from '../db/migrations/0152-search-indexes.ts'

/** Any number that no other lock uses. */
const LOCK = 1_520_152

export type MissingIndexes = {
  /** Resolves when all indexes exist or another instance creates them. */
  readonly done: Promise<void>
  /** Stops creating them; the next start continues. */
  readonly stop: () => Promise<void>
}

/**
 * Creates indexes of search that the migration of a large database left out, on one instance, while reads and writes go
 * on. Search finds the same before, only more slowly. Failures are logged.
 */
export function createMissingSearchIndexes(
  db: Db,
  connectionString: string,
  log: Pick<Logger, 'info' | 'warn'>,
): MissingIndexes {
  let client: pg.Client | undefined
  let isStopped = false
  const create = async (): Promise<void> => {
    const names = await missingIndexes(db)
    if (names.length === 0 || isStopped) return
    client = new pg.Client({ connectionString, application_name: 'lectern' })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (rows[0]?.locked !== true) return
    for (const name of names) {
      log.info({ index: name }, 'An index of search is being created. Searches are slower until then.')
      // One that was interrupted exists but is not used.
      await client.query(`drop index concurrently if exists ${name}`)
      await client.query(`create index concurrently ${name} on ${SEARCH_INDEXES[name]}`)
    }
  }
  const done = create()
    .catch((error: unknown) => {
      if (!isStopped) log.warn({ err: error }, 'The indexes of search could not be created')
    })
    .finally(() => client?.end())
  return {
    done,
    async stop() {
      isStopped = true
      await client?.end()
      await done
    },
  }
}

async function missingIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select input.name from unnest(${Object.keys(SEARCH_INDEXES)}::text[])
      with ordinality as input (name, position)
    where not exists (select from pg_index where indexrelid = to_regclass(input.name) and indisvalid)
    order by position`.execute(db)
  return rows.map(({ name }) => name)
}
