import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import type { Route } from '#contract/route.ts'
import { errorBody } from '#contract/shared/errors.ts'
import { randomFrom } from './random.ts'
import { type FuzzRequest, fuzzRequest, type Targets } from './requests.ts'

/** Something that no request may cause. */
export type Fault = {
  readonly kind: 'server error' | 'no answer' | 'slow' | 'HTML' | 'wrong error'
  readonly status: number
  readonly ms: number
  /** The number of the request, which repeats it with the same seed. */
  readonly index: number
  readonly request: FuzzRequest
  readonly answer: string
}

export type FuzzResult = {
  readonly faults: readonly Fault[]
  readonly byStatus: ReadonlyMap<number, number>
  readonly slowestMs: number
  readonly requests: number
}

export type FuzzOptions = {
  readonly baseUrl: string
  readonly routes: readonly Route[]
  readonly requests: number
  readonly seed: number
  /** Requests at the same time. */
  readonly width: number
  /** Creates an organization to aim at, at the beginning and after each `REQUESTS_PER_WORLD` requests. */
  readonly targets: () => Promise<Targets>
  readonly onProgress?: (done: number, faults: readonly Fault[]) => void
}

/** Requests change and delete what they aim at, so that it is replaced from time to time. */
const REQUESTS_PER_WORLD = 500
const MAX_MS = 5_000
const TIMEOUT_MS = 30_000
/** The share of requests that is sent twice at the same time. */
const PAIRS = 0.1

/** Sends generated requests to a service on this machine and reports what no request may cause. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(options.baseUrl)) throw new Error('Only services on this machine')
  const agent = new Agent({ keepAlive: true, maxSockets: options.width * 2 })
  const tally = { faults: [] as Fault[], byStatus: new Map<number, number>(), slowestMs: 0, requests: 0 }
  try {
    while (tally.requests < options.requests) {
      const targets = await options.targets()
      const from = tally.requests
      const until = Math.min(options.requests, from + REQUESTS_PER_WORLD)
      let index = from
      const worker = async () => {
        while (index < until) await sendOne(agent, options, { index: index++, targets, tally })
      }
      await Promise.all(Array.from({ length: options.width }, worker))
      options.onProgress?.(tally.requests, tally.faults)
    }
  } finally {
    agent.destroy()
  }
  return tally
}

type Tally = { faults: Fault[]; byStatus: Map<number, number>; slowestMs: number; requests: number }
type Step = { readonly index: number; readonly targets: Targets; readonly tally: Tally }

async function sendOne(agent: Agent, options: FuzzOptions, { index, targets, tally }: Step): Promise<void> {
  const random = randomFrom(options.seed, index)
  const request = fuzzRequest(random, options.routes, targets)
  const copies = random.chance(PAIRS) ? [request, request] : [request]
  tally.requests += 1
  const answers = await Promise.all(copies.map((one) => send(agent, options.baseUrl, one)))
  for (const answer of answers) {
    tally.byStatus.set(answer.status, (tally.byStatus.get(answer.status) ?? 0) + 1)
    tally.slowestMs = Math.max(tally.slowestMs, answer.ms)
    const kind = faultIn(answer)
    if (kind === null) continue
    const { status, ms, text } = answer
    tally.faults.push({ kind, status, ms: Math.round(ms), index, request, answer: text.slice(0, 500) })
  }
}

type Answer = {
  readonly status: number
  readonly ms: number
  readonly type: string
  readonly text: string
}

function faultIn({ status, ms, type, text }: Answer): Fault['kind'] | null {
  if (status === 0) return 'no answer'
  if (status >= 500) return 'server error'
  if (ms > MAX_MS) return 'slow'
  if (type.includes('html')) return 'HTML'
  return status >= 400 && text !== '' && !isErrorBody(text, status) ? 'wrong error' : null
}

function isErrorBody(text: string, status: number): boolean {
  try {
    return errorBody.parse(JSON.parse(text)).error.code === status
  } catch {
    // Neither JSON nor of the specified shape.
    return false
  }
}

/** Status 0 means that the connection was closed without an answer, or that there was none in 30 s. */
function send(agent: Agent, baseUrl: string, request: FuzzRequest): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, text: string, headers: OutgoingHttpHeaders = {}) =>
      resolve({
        status,
        text,
        type: String(headers['content-type'] ?? ''),
        ms: performance.now() - startedAt,
      })
    const { method, url, headers, payload } = request
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const latin = Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(value).toString('latin1'),
    ])
    const sent = httpRequest(
      baseUrl + url,
      { method, agent, headers: { ...Object.fromEntries(latin), ...length }, timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          done(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers),
        )
        response.on('error', (error) => done(0, String(error)))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('No answer in 30 s')))
    sent.on('error', (error) => done(0, String(error)))
    sent.end(payload)
  })
}
