// Observes the service while it works: wall and processor time, memory, and how long other requests wait.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { processorTime } from './processor-time.ts'
import type { BenchService } from './service.ts'

export type Figures = {
  readonly seconds: number
  /** Seconds of processor time. */
  readonly main: number
  readonly workers: number
  readonly database: number
  /** The longest wait of other requests in ms, by kind. */
  readonly waits: Readonly<Record<string, number>>
  /** The highest resident memory of the service, and that of the database at the end, in MB. */
  readonly memory: { readonly service: number; readonly database: number }
}

type ProbeSpace = { readonly organizationId: string; readonly spaceId: string }

const PROBE_INTERVAL_MS = 20
const MEMORY_INTERVAL_MS = 250

/** Runs `work` while other requests arrive: the health of the service, a read and a write of another space. */
export async function observed<T>(
  service: BenchService,
  { organizationId, spaceId }: ProbeSpace,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly figures: Figures }> {
  const { call, baseUrl, pid } = service
  const params = { organizationId, spaceId }
  const waits: Record<string, number> = { healthz: 0, read: 0, write: 0 }
  const memory = { service: 0, database: 0 }
  let isWorking = true
  const probe = async (kind: string, request: () => Promise<unknown>) => {
    while (isWorking) {
      const startedAt = performance.now()
      await request()
      waits[kind] = Math.max(waits[kind] ?? 0, performance.now() - startedAt)
      await sleep(PROBE_INTERVAL_MS)
    }
  }
  const watchMemory = async () => {
    while (isWorking) {
      memory.service = Math.max(memory.service, residentMemory(pid))
      await sleep(MEMORY_INTERVAL_MS)
    }
  }
  const before = { ...processorTime(service), main: mainThreadTime(pid) }
  const startedAt = performance.now()
  let number = 0
  const probes = [
    probe('healthz', async () => (await fetch(`${baseUrl}/healthz`)).text()),
    probe('read', () => call(api.spaces.get, { params })),
    probe('write', () => call(api.spaces.update, { params, body: { title: `Probed ${number++}` } })),
    watchMemory(),
  ]
  const result = await work().finally(() => {
    isWorking = false
  })
  const seconds = (performance.now() - startedAt) / 1000
  const after = { ...processorTime(service), main: mainThreadTime(pid) }
  await Promise.all(probes)
  memory.database = service.memory().database
  const main = (after.main - before.main) / 1000
  const figures = {
    seconds,
    main,
    workers: (after.service - before.service) / 1000 - main,
    database: (after.database - before.database) / 1000,
    waits,
    memory,
  }
  return { result, figures }
}

/** Milliseconds of processor time of the main thread. Linux only; 0 elsewhere. */
function mainThreadTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** Resident memory in MB, with that of all threads. Reading it takes much less time than the shares of each process. */
function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024)
}

export const tableHead = [
  '| What | s | CPU s: main thread | other threads | PostgreSQL | longest wait ms: healthz | read | write | MB: service | PostgreSQL |',
  `| --- |${' --: |'.repeat(9)}`,
]

export function rowOf(name: string, { seconds, main, workers, database, waits, memory }: Figures): string {
  const times = [seconds, main, workers, database].map((value) => value.toFixed(1))
  const longest = ['healthz', 'read', 'write'].map((kind) => Math.round(waits[kind] ?? 0))
  return `| ${[name, ...times, ...longest, memory.service, memory.database].join(' | ')} |`
}
