import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallOptions, call, fetchTransport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import { startService } from '../e2e/service.ts'

const token = 'lct_benchesonlyandnowhereelse01234567890123'

export type Call = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>

/** A separate service on an empty data folder, without rate limit. */
export type BenchService = {
  readonly baseUrl: string
  readonly dataDir: string
  readonly token: string
  readonly call: Call
  readonly pid: number
  /** Milliseconds of the second start until the service answers. */
  readonly startedIn: number
  /** Memory of the service and its database, shared pages counted once, in MB. Linux only; 0 elsewhere. */
  readonly memory: () => { readonly service: number; readonly database: number }
  readonly stop: () => Promise<void>
}

/** The account of the admin. */
export const account = { email: 'bench@example.org', password: 'a long and secret sentence' }

const environment = {
  LECTERN_ADMIN_EMAIL: account.email,
  LECTERN_ADMIN_PASSWORD: account.password,
  LECTERN_ADMIN_TOKEN: token,
}

export async function startBenchService(): Promise<BenchService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
  await (await startService(environment, dataDir)).stop()
  const { baseUrl, startedIn, pid, stop } = await startService(environment, dataDir)
  const transport = fetchTransport(baseUrl, { authorization: `Bearer ${token}` })
  return {
    baseUrl,
    dataDir,
    token,
    startedIn,
    pid,
    call: (route, input, options) => call(transport, route, input, options),
    memory: () => memoryOf(pid, dataDir),
    async stop() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function memoryOf(pid: number, dataDir: string) {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const database = processes.filter((name) => isPostgresOf(name, dataDir))
  const sum = (names: readonly string[]) =>
    Math.round(names.reduce((total, name) => total + proportional(name), 0) / 1024)
  return { service: sum([String(pid)]), database: sum(database) }
}

function isPostgresOf(pid: string, dataDir: string): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (line.includes(dataDir)) return line.includes('postgres')
    const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    if (parent === '0' || !line.startsWith('postgres:')) return false
    return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(dataDir)
  } catch {
    return false
  }
}

/** Proportional set size in kB: the memory that ending the process would free. */
function proportional(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
