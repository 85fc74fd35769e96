import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serviceEnv, serviceFlags } from '../src/bootstrap/service-process.ts'
import { record } from './goals/record.ts'

const PORT = '4795'
const TICK_MS = 10

const { values } = parseArgs({
  options: {
    program: { type: 'string', default: process.env.LECTERN_PROGRAM ?? 'src/server/main.ts' },
    starts: { type: 'string', default: '7' },
    idle: { type: 'string', default: '30' },
  },
})

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))

/** Starts the service as `npm start` does, until it is ready, and reads its memory after some seconds without requests. */
async function measure(idleSeconds: number) {
  const env = { ...process.env, ...serviceEnv, PORT, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const begin = performance.now()
  const child = spawn(process.execPath, [...serviceFlags, values.program], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const isReady = await Promise.race([once(child, 'message').then(() => true), exited.then(() => false)])
  if (!isReady) throw new Error('The service ended before it was ready')
  const ms = Math.round(performance.now() - begin)
  const processorMs = processorTime(child.pid)
  await pause(idleSeconds * 1000)
  const memory = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')
  child.kill('SIGTERM')
  await exited
  return { ms, processorMs, residentMb: megabytes(memory, 'Rss'), ownMb: megabytes(memory, 'Anonymous') }
}

function processorTime(pid: number | undefined): number {
  const [, , , , , , , , , , , user = '0', system = '0'] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(user) + Number(system)) * TICK_MS
}

const megabytes = (text: string, name: string): number =>
  Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024)

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

try {
  const first = await measure(0)
  const rows = []
  for (let i = 0; i < Number(values.starts); i++) rows.push(await measure(Number(values.idle)))
  const [one, five, fifteen] = loadavg().map((value) => value.toFixed(0))
  console.log(`${values.program}: ${values.starts} starts, load ${one} ${five} ${fifteen}`)
  console.log(`first start with an empty folder: ${first.ms} ms`)
  record({
    'second start': middle(rows.map(({ ms }) => ms)),
    'idle memory': middle(rows.map(({ residentMb }) => residentMb)),
  })
  for (const key of ['ms', 'processorMs', 'residentMb', 'ownMb'] as const)
    console.log(`${key.padEnd(12)} median ${middle(rows.map((row) => row[key]))}`)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
