// Runs the benchmarks of all goals one after the other. Prints their figures, and at the end the table of goals for README.md:
// npm run --silent bench -- table > figures.md
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { goals } from './goals/goals.ts'
import { goalsTable } from './goals/goals-table.ts'
import { machineLabel } from './measure.ts'

type Benchmark = {
  readonly title: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** One that hangs must not keep the others from running; the longest takes 4 minutes on an idle machine. */
const LIMIT_MS = Number(process.env.BENCH_LIMIT_MINUTES ?? 8) * 60_000

/** The first is measured before anything else warms or fills the machine. */
const benchmarks: readonly Benchmark[] = [
  { title: 'Start and idle memory', command: ['start.ts', '--starts', '3', '--idle', '30'] },
  { title: 'A fresh clone', command: ['fresh-clone.ts'] },
  { title: 'Writes and single reads', command: ['writes.ts'] },
  { title: 'Published pages', command: ['reader.ts'], env: { BENCH_FOLDERS: '20', BENCH_AUDITS: '0' } },
  { title: 'First view', command: ['first-view.ts'] },
  { title: 'From a row to its details', command: ['details.ts'], env: { BENCH_ROUNDS: '7' } },
  { title: 'Open windows', command: ['windows.ts'], env: { BENCH_WINDOWS: '1,1000' } },
  { title: 'Search', command: ['search.ts'], env: { BENCH_PAGES: '10000' } },
  { title: 'Imports and merges', command: ['imports.ts'] },
  { title: 'All requests, and memory after them', command: ['run.ts'] },
]

const folder = mkdtempSync(join(tmpdir(), 'lectern-goals-'))
const figuresFile = join(folder, 'figures')
writeFileSync(figuresFile, '')

/** Settings of the caller go before those of the table, so that a short run is possible. */
async function run({ title, command, env }: Benchmark): Promise<boolean> {
  const [file = '', ...args] = command
  const [load = 0] = loadavg()
  const startedAt = performance.now()
  console.error(`${title}…`)
  const child = spawn(process.execPath, [`bench/${file}`, ...args], {
    env: { BENCH_SECONDS: '4', ...env, ...process.env, BENCH_FIGURES: figuresFile },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  // The whole group, because a benchmark that is ended leaves its service and browser behind.
  const end = () => process.kill(-(child.pid ?? 0), 'SIGTERM')
  const timer = setTimeout(end, LIMIT_MS)
  process.once('SIGINT', end).once('SIGTERM', end)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  clearTimeout(timer)
  process.off('SIGINT', end).off('SIGTERM', end)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const outcome = code === 0 ? '' : ', failed'
  console.log(
    `## ${title}\n\n${output.trim()}\n\n\`${command.join(' ')}\`: ${seconds} s, load before it ${load.toFixed(1)}${outcome}\n`,
  )
  return code === 0
}

const readFigures = (): Record<string, number> =>
  Object.assign(
    {},
    ...readFileSync(figuresFile, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)])),
  )

console.log(`${machineLabel('one after the other')}\n`)
const failed: string[] = []
try {
  for (const benchmark of benchmarks) if (!(await run(benchmark))) failed.push(benchmark.title)
  console.log(`## Goals\n\n${goalsTable(goals, readFigures())}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`)
