// One figure: a request sent by autocannon as fast as it is answered, and a bare server with the same bytes beside it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../e2e/service.ts'
import type { BenchService } from './service.ts'

export const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rawPort = await freePort()

export type Figure = {
  readonly name: string
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
}

export type Shot = {
  /** One path, or several asked for in turn. */
  readonly path: string | readonly string[]
  readonly method?: 'GET' | 'POST'
  readonly bodies?: readonly string[]
  readonly connections?: number
}

/** Throws when anything but a success is answered. */
export async function measure(name: string, base: string, token: string, shot: Shot): Promise<Figure> {
  const bodies = shot.bodies ?? [undefined]
  const paths = typeof shot.path === 'string' ? [shot.path] : shot.path
  const result = await autocannon({
    url: base,
    connections: shot.connections ?? 10,
    duration: seconds,
    requests: paths.flatMap((path) =>
      bodies.map((body) => ({
        method: shot.method ?? 'GET',
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body } : {}),
      })),
    ),
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
  const bytes = Math.round(result.throughput.total / Math.max(1, result.requests.total))
  return { name, rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, bytes }
}

/** A bare server with these bytes, measured and ended again. */
export async function raw(payload: string, connections = 10): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-raw-'))
  const file = join(folder, 'payload')
  writeFileSync(file, payload)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-server.ts'), file, String(rawPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  try {
    return (await measure('raw', `http://127.0.0.1:${rawPort}`, '', { path: '/', connections })).rps
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function textOf(service: BenchService, path: string): Promise<string> {
  const answer = await fetch(service.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  return answer.text()
}

/** One row of the table: the figure, and for reads what a bare server does with the same bytes. */
export async function rowOf(service: BenchService, name: string, shot: Shot): Promise<string> {
  const figure = await measure(name, service.baseUrl, service.token, shot)
  const first = typeof shot.path === 'string' ? shot.path : (shot.path[0] ?? '/')
  const isRead = shot.method === undefined
  const bare = isRead ? await raw(await textOf(service, first), shot.connections) : null
  const ratio = bare === null ? '' : (figure.rps / bare).toFixed(2)
  const size = isRead ? Math.round(figure.bytes / 1024) : ''
  return `| ${name} | ${Math.round(figure.rps)} | ${figure.p50} | ${figure.p99} | ${size} | ${bare === null ? '' : Math.round(bare)} | ${ratio} |`
}

export const tableHead = [
  '| What | a second | p50 ms | p99 ms | kB | bare node:http a second | ratio |',
  '| --- | --: | --: | --: | --: | --: | --: |',
]

/** What was measured on; `how` says how long. */
export function machine(how = `${seconds} s a row`): string {
  const [cpu] = cpus()
  return `Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; load generator on the same machine; ${how}.`
}
