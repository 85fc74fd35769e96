// Measures `npm start` as people run it: in a fresh clone of the last commit with an empty npm folder of packages, and again.
// Needs the registry.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../e2e/service.ts'
import { record } from './goals/record.ts'
import { machineLabel } from './measure.ts'

const STARTS = 3
const LIMIT_MS = 420_000

const folder = mkdtempSync(join(tmpdir(), 'lectern-clone-'))
const clone = join(folder, 'lectern')

/** Without what `npm run bench` sets for this process, but with the certificates of a proxy. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(lifecycle|package|command|execpath|node)|INIT_CWD|LECTERN_|BENCH_|NODE_(?!EXTRA_CA_CERTS)|DATABASE_URL|BASE_URL)/.test(
        name,
      ),
  ),
)

/** Milliseconds from the command until the service answers that it is ready. */
async function start(): Promise<number> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...inherited, PORT: String(port), DATA_DIR: join(folder, 'data') },
    // Standard output is for the figures.
    stdio: ['ignore', 2, 2],
    // A group of its own, which is ended as a terminal ends it.
    detached: true,
  })
  const exited = once(child, 'exit')
  try {
    await ready(child, `http://127.0.0.1:${port}/readyz`)
    return performance.now() - startedAt
  } finally {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
    await exited
    // npm ends before the service has stopped its database.
    await pause(3000)
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + LIMIT_MS
  while (performance.now() < until && child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await pause(10)
  }
  throw new Error('The service did not become ready')
}

function installed(): { count: number; megabytes: number } {
  const lock = readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
  const [kilobytes] = execFileSync('du', ['-sk', join(clone, 'node_modules')], { encoding: 'utf8' }).split(
    '\t',
  )
  return { count: Object.keys(packages).length, megabytes: Number(kilobytes) / 1024 }
}

try {
  execFileSync('git', ['clone', '--quiet', resolve(import.meta.dirname, '..'), clone])
  const first = (await start()) / 1000
  const { count, megabytes } = installed()
  const again: number[] = []
  for (let i = 0; i < STARTS; i++) again.push(await start())
  const second = again.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0
  record({
    'first start': first,
    packages: count,
    'packages, MB': megabytes,
    'second start with npm': second,
  })
  console.log(
    [
      machineLabel(`median of ${STARTS} starts after the first`),
      '',
      '| first `npm start`, s | packages | MB on disk | later ones, ms |',
      '| --: | --: | --: | --: |',
      `| ${first.toFixed(1)} | ${count} | ${Math.round(megabytes)} | ${Math.round(second)} |`,
    ].join('\n'),
  )
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
