import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newWorkerPool, type PoolOptions } from './worker-pool.ts'

let folder = ''
let script: URL

/** A worker that does what it is asked to, good or bad. */
const source = `
import { parentPort, threadId } from 'node:worker_threads'
const tasks = {
  double: (value) => value * 2,
  thread: () => threadId,
  fail: () => { throw Object.assign(new TypeError('not that'), { path: ['a'] }) },
  spin: () => { for (;;); },
  hoard: () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)) },
  overflow: function overflow() { return 1 + overflow() },
  exit: () => process.exit(1),
}
parentPort.on('message', ({ task, input }) => {
  try { parentPort.postMessage({ result: tasks[task](input) }) }
  catch (error) { parentPort.postMessage({ error: { ...error, name: error.name, message: error.message } }) }
})
`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'))
  const path = join(folder, 'worker.mjs')
  await writeFile(path, source)
  script = pathToFileURL(path)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function open(options: Partial<PoolOptions> = {}) {
  const pool = newWorkerPool({
    script,
    maxWorkers: 1,
    cpuMs: 200,
    wallMs: 20_000,
    memoryMb: 32,
    maxWaiting: 10,
    maxWaitMs: 20_000,
    idleMs: 20_000,
    ...options,
  })
  onTestFinished(() => pool.close())
  return pool
}

test('no worker starts before the first task, and one worker runs tasks one after another', async () => {
  const pool = open()
  expect(pool.size()).toBe(0)
  expect(await Promise.all([1, 2, 3].map((value) => pool.run('double', value)))).toEqual([2, 4, 6])
  expect(pool.size()).toBe(1)
  expect(await pool.run('thread', 0)).toBe(await pool.run('thread', 0))
})

test('a task without an end is ended, and those that wait for its worker run in a new one', async () => {
  const pool = open()
  const before = await pool.run('thread', 0)
  const [endless, next] = await Promise.allSettled([pool.run('spin', 0), pool.run('thread', 0)])
  expect(endless).toMatchObject({ status: 'rejected', reason: { name: 'OverBudget' } })
  expect(next.status).toBe('fulfilled')
  expect(next).not.toEqual({ status: 'fulfilled', value: before })
  expect(pool.size()).toBe(1)
})

test('a task that takes too much memory ends its worker and nothing else', async () => {
  const pool = open({ cpuMs: 30_000 })
  await expect(pool.run('hoard', 0)).rejects.toMatchObject({ name: 'OverBudget' })
  expect(await pool.run('double', 4)).toBe(8)
})

test('a worker that exits is replaced', async () => {
  const pool = open()
  await expect(pool.run('exit', 0)).rejects.toMatchObject({ name: 'OverBudget' })
  expect(await pool.run('double', 4)).toBe(8)
})

test('the error of a task reaches its caller with its fields, and its worker goes on', async () => {
  const pool = open()
  const before = await pool.run('thread', 0)
  await expect(pool.run('fail', 0)).rejects.toMatchObject({
    name: 'TypeError',
    message: 'not that',
    path: ['a'],
  })
  await expect(pool.run('overflow', 0)).rejects.toMatchObject({ name: 'RangeError' })
  expect(await pool.run('thread', 0)).toBe(before)
})

test('tasks are refused when too many wait, or wait too long', async () => {
  const full = open({ maxWaiting: 0 })
  const [first, second] = await Promise.allSettled([full.run('double', 1), full.run('double', 2)])
  expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { name: 'PoolBusy' } }])
  const slow = open({ maxWaitMs: 20 })
  const [, late] = await Promise.allSettled([slow.run('spin', 1), slow.run('double', 2)])
  expect(late).toMatchObject({ reason: { name: 'PoolBusy' } })
})

test('an idle worker ends', async () => {
  const pool = open({ idleMs: 1 })
  await pool.run('double', 1)
  await expect.poll(() => pool.size(), { timeout: 30_000 }).toBe(0)
  expect(await pool.run('double', 2)).toBe(4)
})
