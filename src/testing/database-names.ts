import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The connection string of another database on the same server. */
export function inDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** Drops a database of the test run and closes connections to it. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await whenFree(server, `drop database if exists ${name} with (force)`)
}

/**
 * Runs a statement that needs a database without connections. PostgreSQL refuses it while any process is still connected,
 * also for housekeeping, and on a busy machine while one that should end has not ended.
 */
export async function whenFree(server: string, statement: string): Promise<void> {
  for (const end = Date.now() + 30_000; ; ) {
    try {
      return await onServer(server, statement)
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && error.code === '55006'
      if (!isInUse || Date.now() > end) throw error
      await sleep(50)
    }
  }
}

/** Runs one statement on a new connection. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  // A lost connection is the error of the statement.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
