// Runs the benchmarks of all goals one after the other and prints their figures as one document:
// npm run --silent bench -- table > figures.md
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { machineLabel } from './measure.ts'

type Benchmark = {
  readonly title: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const benchmarks: readonly Benchmark[] = [
  { title: 'Start and idle memory', command: ['start.ts', '--starts', '5', '--idle', '20'] },
  { title: 'Writes and single reads', command: ['writes.ts'] },
  { title: 'Search', command: ['search.ts'], env: { BENCH_PAGES: '10000' } },
  { title: 'Published pages', command: ['reader.ts'] },
  { title: 'First view', command: ['first-view.ts'] },
  { title: 'From a row to its details', command: ['details.ts'] },
  { title: 'Imports and merges', command: ['imports.ts'] },
  { title: 'Open windows', command: ['windows.ts'] },
  { title: 'All requests, and memory after them', command: ['run.ts'] },
]

console.log(`${machineLabel('one after the other')}\n`)
const failed: string[] = []
for (const { title, command, env } of benchmarks) {
  const [file = '', ...args] = command
  const [load = 0] = loadavg()
  const startedAt = performance.now()
  console.error(`${title}…`)
  const child = spawn(process.execPath, [`bench/${file}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) failed.push(title)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `## ${title}\n\n${output.trim()}\n\n\`${command.join(' ')}\`: ${seconds} s, load before it ${load.toFixed(1)}\n`,
  )
}
if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`)
