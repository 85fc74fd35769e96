// Measures requests with autocannon, and a bare server that sends the same bytes for comparison.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../e2e/service.ts'
import { processorTimeOf } from './processor-time.ts'
import type { BenchService } from './service.ts'

export const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rawPort = await freePort()

export type Figure = {
  readonly name: string
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
  readonly requests: number
}

export type BenchRequest = {
  /** One path, or several requested in turn. */
  readonly path: string | readonly string[]
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly bodies?: readonly string[]
  readonly connections?: number
  /** Each connection requests a part of the paths, so that no path is requested by several. */
  readonly divided?: boolean
}

/** @throws if any response is not a success */
export async function measure(
  name: string,
  base: string,
  token: string,
  request: BenchRequest,
): Promise<Figure> {
  const bodies = request.bodies ?? [undefined]
  const paths = typeof request.path === 'string' ? [request.path] : request.path
  const requests = paths.flatMap((path) =>
    bodies.map((body) => ({
      method: request.method ?? 'GET',
      path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body } : {}),
    })),
  )
  let clients = 0
  const result = await autocannon({
    url: base,
    connections: request.connections ?? 10,
    duration: seconds,
    // The requests of each connection are set below; building all of them for each would take long.
    requests: requests.slice(0, 1),
    // Each connection begins elsewhere, so that they don't all ask for the same object at the same time.
    setupClient: (client) => {
      const nth = clients++
      const part = Math.ceil(requests.length / (request.connections ?? 10))
      if (request.divided) return client.setRequests(requests.slice(nth * part, (nth + 1) * part))
      const from = (nth * 37 * bodies.length) % requests.length
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)])
    },
  })
  const failed = result.non2xx + result.errors
  if (failed > 0)
    throw new Error(`${name}: ${result.non2xx} error responses, ${result.errors} failed connections`)
  const bytes = Math.round(result.throughput.total / Math.max(1, result.requests.total))
  return {
    name,
    rps: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes,
    requests: result.requests.total,
  }
}

export type BareFigure = { readonly rps: number; readonly processorMs: number }

/** Requests per second, and processor time of each, of a bare server that sends these bytes. */
export async function measureBareServer(payload: string, connections = 10): Promise<BareFigure> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-raw-'))
  const file = join(folder, 'payload')
  writeFileSync(file, payload)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-server.ts'), file, String(rawPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  try {
    const before = processorTimeOf(child.pid ?? 0)
    const { rps, requests } = await measure('raw', `http://127.0.0.1:${rawPort}`, '', {
      path: '/',
      connections,
    })
    return { rps, processorMs: (processorTimeOf(child.pid ?? 0) - before) / requests }
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function textOf(service: BenchService, path: string): Promise<string> {
  const response = await fetch(service.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  return response.text()
}

export type Comparison = {
  readonly figure: Figure
  /** Of the service, for each request. */
  readonly processorMs: number
  /** Only for reads. */
  readonly bare: BareFigure | undefined
}

/** Measures a request, and a read also with a bare server that sends the same bytes. */
export async function compare(
  service: BenchService,
  name: string,
  request: BenchRequest,
): Promise<Comparison> {
  const before = processorTimeOf(service.pid)
  const figure = await measure(name, service.baseUrl, service.token, request)
  const processorMs = (processorTimeOf(service.pid) - before) / figure.requests
  const first = typeof request.path === 'string' ? request.path : (request.path[0] ?? '/')
  const isRead = request.method === undefined
  const bare = isRead ? await measureBareServer(await textOf(service, first), request.connections) : undefined
  return { figure, processorMs, bare }
}

/** One row of the table. */
export async function measureRow(
  service: BenchService,
  name: string,
  request: BenchRequest,
): Promise<string> {
  return rowOf(await compare(service, name, request))
}

export function rowOf({ figure, bare, processorMs }: Comparison): string {
  const { name, rps, p50, p99, bytes } = figure
  const read = bare
    ? [
        Math.round(bytes / 1024),
        Math.round(bare.rps),
        (rps / bare.rps).toFixed(2),
        bare.processorMs.toFixed(3),
      ]
    : ['', '', '', '']
  const [size, ...compared] = read
  return `| ${[name, Math.round(rps), p50, p99, size, processorMs.toFixed(3), ...compared].join(' | ')} |`
}

export const tableHead = [
  '| What | a second | p50 ms | p99 ms | kB | processor ms a request | bare node:http a second | ratio | its processor ms |',
  `| --- |${' --: |'.repeat(8)}`,
]

/** Describes the machine; `how` says how long was measured. */
export function machineLabel(how = `${seconds} s a row`): string {
  const [cpu] = cpus()
  return `Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; load generator on the same machine; ${how}.`
}
