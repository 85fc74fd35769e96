import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/log.ts'
import { dropDatabase, inDatabase, onServer } from './database-names.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server, its migrated template, and what the names of this run's databases begin with. */
    testServer: { readonly connectionString: string; readonly template: string; readonly prefix: string }
  }
}

const log = createLog({ level: 'warn' })

/**
 * One database server for the whole run: our embedded one in a temporary folder, or the one that
 * `TEST_DATABASE_URL` or `DATABASE_URL` names, which then gets a template and copies of it for a while.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const server =
    outside === undefined ? await startServer() : { connectionString: outside, stop: async () => undefined }
  const prefix = `lectern_test_${randomBytes(4).toString('hex')}`
  const template = `${prefix}_template`
  await makeTemplate(server.connectionString, template)
  project.provide('testServer', { connectionString: server.connectionString, template, prefix })
  return async () => {
    if (outside !== undefined) await dropAll(server.connectionString, prefix)
    await server.stop()
  }
}

async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'))
  // Nothing of a test run has to survive a power cut.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const server = await startPostgres({ dataDir: folder, log, settings })
  const watch = watchOver(server.pid, folder)
  const stop = async () => {
    await server.stop()
    watch.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { connectionString: server.connectionString, stop }
}

/**
 * A run that is killed cannot tidy up, so a shell waits beside it: its input closes when this
 * process ends in whatever way, and then it ends the server and removes the folder.
 */
function watchOver(pid: number, folder: string): { end: () => void } {
  if (process.platform === 'win32') return { end: () => undefined }
  const script = 'read -r _; kill -QUIT "$0" 2>/dev/null && sleep 1; rm -rf "$1"'
  const shell = spawn('sh', ['-c', script, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  return { end: () => shell.kill('SIGKILL') }
}

async function makeTemplate(server: string, template: string): Promise<void> {
  await onServer(server, `create database ${template}`)
  const { db, close } = openDatabase(inDatabase(server, template), { max: 1 })
  await migrate(db, { info: () => undefined })
  await close()
}

async function dropAll(server: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
    prefix,
  ])
  await client.end()
  for (const { datname } of rows) await dropDatabase(server, datname)
}
