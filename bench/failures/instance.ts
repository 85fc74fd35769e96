import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call, fetchTransport } from '#contract/client.ts'
import { connectionString } from '#server/db/embedded-address.ts'
import { readPostmaster } from '#server/db/embedded-postmaster.ts'
import type { CallAs } from '#testing/app.ts'
import { admin, type RunningService, startService } from '../../e2e/service.ts'

/** What a round kills with SIGKILL. */
export type Victim = 'service' | 'backend' | 'postmaster' | 'everything'
export const VICTIMS: readonly Victim[] = ['service', 'backend', 'postmaster', 'everything']

/** A service on a data folder of its own that survives being killed. */
export type Instance = {
  readonly dataDir: string
  readonly call: CallAs
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends a GET request on a connection of its own, which stays open. */
  readonly connect: (path: string) => Promise<Socket>
  /** How often it was disturbed; increased before each disturbance. */
  readonly disturbances: () => number
  /** With `isOngoing`, requests are disturbed until the next call without. */
  readonly disturb: (isOngoing?: boolean) => void
  readonly wasDisturbedSince: (disturbances: number) => boolean
  /** Resolves when it is ready for requests. */
  readonly ready: () => Promise<void>
  readonly kill: (victim: Victim) => Promise<void>
  readonly pid: () => Promise<number>
  /** Returns how many milliseconds it took to stop. */
  readonly restart: () => Promise<number>
  readonly stop: () => Promise<void>
  /** Of the embedded database. */
  readonly connectionString: () => string
}

const READY_TIMEOUT_MS = 120_000

export async function startInstance(
  environment: Record<string, string> = {},
  existingFolder?: string,
): Promise<Instance> {
  const folder = existingFolder ?? mkdtempSync(join(tmpdir(), 'lectern-failures-'))
  const start = (): Promise<RunningService> =>
    startService(
      {
        LECTERN_ADMIN_EMAIL: admin.email,
        LECTERN_ADMIN_PASSWORD: admin.password,
        LECTERN_ADMIN_TOKEN: admin.token,
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        ...environment,
      },
      folder,
    )
  let running = start()
  let disturbances = 0
  let isOngoing = false
  await running
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { baseUrl } = await running
    const headers = { authorization: `Bearer ${admin.token}`, ...init.headers }
    return fetch(new URL(path, baseUrl), { ...init, headers, signal: AbortSignal.timeout(60_000) })
  }
  return {
    dataDir: folder,
    fetch: send,
    async call(route, input, options) {
      const { baseUrl } = await running
      const transport = fetchTransport(baseUrl, { authorization: `Bearer ${admin.token}` })
      return call(transport, route, input, options)
    },
    async connect(path) {
      const { hostname, port } = new URL((await running).baseUrl)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`,
      )
      return socket
    },
    disturbances: () => disturbances,
    disturb(ongoing = false) {
      disturbances++
      isOngoing = ongoing
    },
    wasDisturbedSince: (count) => isOngoing || disturbances !== count,
    async ready() {
      const deadline = Date.now() + READY_TIMEOUT_MS
      while (Date.now() < deadline) {
        const status = await send('/readyz').then(
          (response) => response.status,
          () => 0,
        )
        if (status === 200) return
        await pause(20)
      }
      throw new Error('The service did not become ready within 2 minutes')
    },
    async kill(victim) {
      const service = await running
      disturbances++
      if (victim === 'backend') return killBackend(folder)
      if (victim === 'postmaster') return killPid(postmasterOf(folder))
      running = (victim === 'everything' ? service.kill() : killService(service)).then(start)
      await running
    },
    pid: async () => (await running).pid,
    async restart() {
      const service = await running
      disturbances++
      const startedAt = performance.now()
      const stopped = service.stop()
      running = stopped.then(start)
      await stopped
      const stoppedIn = performance.now() - startedAt
      await running
      return stoppedIn
    },
    async stop() {
      await (await running).stop()
      if (existingFolder === undefined) rmSync(folder, { recursive: true, force: true })
    },
    connectionString() {
      const server = readPostmaster(join(folder, 'postgres'))
      if (server === undefined) throw new Error('The database does not run')
      return connectionString(server.address, 'lectern', '')
    },
  }
}

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

async function killService({ pid }: RunningService): Promise<void> {
  killPid(pid)
  while (isAlive(pid)) await pause(5)
}

/** Kills one random connection of the service. PostgreSQL then ends all others and recovers. */
function killBackend(folder: string): void {
  const parent = String(postmasterOf(folder))
  const backends = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const isChild = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${parent}\n`)
      return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: lectern lectern')
    } catch {
      return false
    }
  })
  const victim = backends[Math.floor(Math.random() * backends.length)]
  if (victim !== undefined) killPid(Number(victim))
}

function killPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
