import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { prepareQueue } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { dropDatabase, inDatabase, onServer } from './database-names.ts'
import { makeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database server, its migrated template, and the prefix of the database names of this run. */
    testServer: { readonly connectionString: string; readonly template: string; readonly prefix: string }
    /** The folder below which tests write; see makeTestFolder. */
    testFolder: string
  }
}

const log = createLog({ level: 'warn' })

/**
 * One database server for the whole run: the embedded one in a temporary folder, or the one of `TEST_DATABASE_URL` or
 * `DATABASE_URL`, where the databases of the run are dropped at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder()
  const externalServer = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const server = externalServer === undefined ? await startServer(folder.path) : undefined
  const connectionString = externalServer ?? server?.connectionString ?? ''
  const prefix = `lectern_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  await makeTemplate(connectionString, template)
  project.provide('testFolder', folder.path)
  project.provide('testServer', { connectionString, template, prefix })
  return async () => {
    if (server === undefined) await dropAll(connectionString, prefix)
    await server?.stop()
    await folder.remove()
  }
}

/** The data of a test run need not survive a power cut. */
const withoutDurability = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

function startServer(folder: string) {
  return startPostgres({ dataDir: join(folder, 'server'), log, settings: withoutDurability })
}

async function makeTemplate(server: string, template: string): Promise<void> {
  await onServer(server, `create database ${template}`)
  const { db, pool, close } = openDatabase(inDatabase(server, template), { max: 1 })
  await migrate(db, { info: () => undefined })
  await prepareQueue(pool)
  await close()
}

async function dropAll(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ])
  await client.end()
  for (const { datname } of rows) await dropDatabase(server, datname)
}
