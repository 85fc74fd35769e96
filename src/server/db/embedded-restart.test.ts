import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openDatabase } from './client.ts'
import { isAlive } from './embedded-postmaster.ts'
import { startRestartingPostgres } from './embedded-restart.ts'

const log = { info: () => undefined, warn: () => undefined, debug: () => undefined }
vi.setConfig({ testTimeout: 60_000 })

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test('a database that dies is started again at its address, with what was acknowledged', async () => {
  const { dataDir, db, server, fatal } = await start()
  await sql`create table memory (text text)`.execute(db)
  await sql`insert into memory values ('acknowledged')`.execute(db)
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const pid = postmasterOf(dataDir)
    process.kill(pid, signal)
    const text = () => sql<{ text: string }>`select text from memory`.execute(db)
    await vi.waitUntil(() => !isAlive(pid, join(dataDir, 'postgres')), 60_000)
    await vi.waitFor(async () => expect((await text()).rows).toEqual([{ text: 'acknowledged' }]), 60_000)
    expect(postmasterOf(dataDir)).not.toBe(pid)
  }
  await server.stop()
  expect(isAlive(postmasterOf(dataDir), join(dataDir, 'postgres'))).toBe(false)
  expect(fatal).not.toHaveBeenCalled()
}, 180_000)

test('a data folder that was deleted is reported and not set up again', async () => {
  const { dataDir, fatal } = await start()
  const pid = postmasterOf(dataDir)
  renameSync(dataDir, `${dataDir}-elsewhere`)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(fatal).toHaveBeenCalledOnce(), 60_000)
  expect(String(fatal.mock.calls[0]?.[0])).toContain(`${dataDir} was deleted`)
})

async function start() {
  const dataDir = makeTestFolder()
  const fatal = vi.fn<(error: Error) => void>()
  const server = await startRestartingPostgres({ dataDir, log, onFatal: fatal })
  const { db, close } = openDatabase(server.connectionString, { max: 2 })
  undo.push(server.stop, close)
  return { dataDir, db, server, fatal }
}

function postmasterOf(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}
