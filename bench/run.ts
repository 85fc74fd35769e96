// Measures the service against a bare node:http server with the same bytes, in one run on one machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../e2e/service.ts'
import { type Loaded, load } from './load.ts'
import { type BenchService, startBenchService } from './service.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rawPort = await freePort()

type Figure = {
  readonly name: string
  readonly rps: number
  readonly p50: number
  readonly p99: number
  readonly bytes: number
}

type Shot = {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly bodies?: readonly string[]
  readonly connections?: number
}

async function measure(name: string, base: string, token: string, shot: Shot): Promise<Figure> {
  const bodies = shot.bodies ?? []
  const result = await autocannon({
    url: base,
    connections: shot.connections ?? 10,
    duration: seconds,
    requests: (bodies.length > 0 ? bodies : [undefined]).map((body) => ({
      method: shot.method ?? 'GET',
      path: shot.path,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    })),
  })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`)
  const bytes = Math.round(result.throughput.total / Math.max(1, result.requests.total))
  return { name, rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99, bytes }
}

/** A bare server with these bytes, measured and ended again. */
async function raw(payload: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-raw-'))
  const file = join(folder, 'payload')
  writeFileSync(file, payload)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raw-server.ts'), file, String(rawPort)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  try {
    return (await measure('raw', `http://127.0.0.1:${rawPort}`, '', { path: '/' })).rps
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function textOf(service: BenchService, path: string): Promise<string> {
  const answer = await fetch(service.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  return answer.text()
}

function shots({ organizationId, spaces, small, large }: Loaded): readonly (readonly [string, Shot])[] {
  const [one = '', two = ''] = spaces
  const commit = (pageId: string) => ({
    method: 'POST' as const,
    connections: 1,
    bodies: Array.from({ length: 50 }, (_, i) =>
      JSON.stringify({
        changes: [
          {
            operation: 'update_page',
            page: pageId,
            document: { markdown: `Text ${i} ${'word '.repeat(200)}` },
          },
        ],
      }),
    ),
  })
  const after = (space: string) => JSON.stringify({ position: { after: { type: 'space', space } } })
  const before = (space: string) => JSON.stringify({ position: { before: { type: 'space', space } } })
  const neighbour = spaces[100] ?? two
  return [
    ['list of 50 spaces', { path: `/v1/orgs/${organizationId}/spaces?limit=50` }],
    ['get a space', { path: `/v1/spaces/${one}` }],
    [
      'create a space',
      { path: `/v1/orgs/${organizationId}/spaces`, method: 'POST', bodies: ['{"title":"New"}'] },
    ],
    [
      'move a space',
      {
        path: `/v1/spaces/${one}/move`,
        method: 'POST',
        connections: 1,
        bodies: [after(neighbour), before(neighbour)],
      },
    ],
    ['commit one page of 10', { path: `/v1/spaces/${small.spaceId}/content`, ...commit(small.pageId) }],
    ['commit one page of 10,000', { path: `/v1/spaces/${large.spaceId}/content`, ...commit(large.pageId) }],
    ['read the tree of 10 pages', { path: `/v1/spaces/${small.spaceId}/content/pages` }],
    ['read the tree of 10,000 pages', { path: `/v1/spaces/${large.spaceId}/content/pages`, connections: 2 }],
  ]
}

const say = (line: string): void => console.error(`· ${line}`)

const service = await startBenchService()
try {
  say(`second start to first answer: ${Math.round(service.startedIn)} ms`)
  await new Promise((later) => setTimeout(later, 15_000))
  const idle = service.memory()
  say(`idle: service ${idle.service} MB, database ${idle.database} MB`)
  const loaded = await load(service.call, say)
  const rows: string[] = []
  for (const [name, shot] of shots(loaded)) {
    const figure = await measure(name, service.baseUrl, service.token, shot)
    const isRead = shot.method === undefined
    const bare = isRead ? await raw(await textOf(service, shot.path)) : null
    const ratio = bare === null ? '' : (figure.rps / bare).toFixed(2)
    rows.push(
      `| ${name} | ${Math.round(figure.rps)} | ${figure.p50} | ${figure.p99} | ${isRead ? Math.round(figure.bytes / 1024) : ''} | ${bare === null ? '' : Math.round(bare)} | ${ratio} |`,
    )
    say(rows.at(-1) ?? '')
  }
  const loadedMemory = service.memory()
  const [cpu] = cpus()
  console.log(
    [
      `Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; load generator on the same machine; ${seconds} s a row.`,
      '',
      '| What | a second | p50 ms | p99 ms | kB | bare node:http a second | ratio |',
      '| --- | --: | --: | --: | --: | --: | --: |',
      ...rows,
      '',
      `Second start to first answer: ${Math.round(service.startedIn)} ms. Idle memory: service ${idle.service} MB, database ${idle.database} MB, together ${idle.service + idle.database} MB; after this run ${loadedMemory.service} and ${loadedMemory.database} MB.`,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
