/** Durations of one operation since the start. */
export type OperationTimes = {
  readonly method: string
  /** The route, such as `/v1/spaces/:spaceId`. */
  readonly path: string
  readonly count: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly maxMs: number
  readonly lastAt: Date
  readonly slowest: { readonly at: Date; readonly requestId: string }
}

export type OperationRequest = {
  readonly method: string
  readonly path: string
  readonly ms: number
  readonly at: Date
  readonly requestId: string
}

export type OperationRecorder = {
  readonly record: (request: OperationRequest) => void
  /** The slowest operations, by the time that 95 % of their requests stay below. */
  readonly slowest: (limit: number) => readonly OperationTimes[]
}

type Entry = {
  readonly method: string
  readonly path: string
  readonly buckets: Uint32Array
  count: number
  maxMs: number
  lastAt: Date
  slowest: { at: Date; requestId: string }
}

/** Buckets grow by 10 % each, from 0.1 ms: the last one begins at about 10 minutes. */
const GROWTH = 1.1
const FIRST_MS = 0.1
const BUCKETS = 165
/** More than there are routes; further ones are not recorded. */
const MAX_OPERATIONS = 1000

/** Records durations per route in a histogram of fixed size. */
export function createOperationRecorder(): OperationRecorder {
  const entries = new Map<string, Entry>()
  return {
    record({ method, path, ms, at, requestId }) {
      const key = `${method} ${path}`
      const entry = entries.get(key) ?? newEntry(method, path, at)
      if (!entries.has(key)) {
        if (entries.size >= MAX_OPERATIONS) return
        entries.set(key, entry)
      }
      const bucket = bucketOf(ms)
      entry.buckets[bucket] = (entry.buckets[bucket] ?? 0) + 1
      entry.count++
      entry.lastAt = at
      if (ms < entry.maxMs) return
      entry.maxMs = ms
      entry.slowest = { at, requestId }
    },
    slowest: (limit) =>
      [...entries.values()]
        .map(timesOf)
        .sort((one, other) => other.p95Ms - one.p95Ms || other.maxMs - one.maxMs)
        .slice(0, limit),
  }
}

const newEntry = (method: string, path: string, at: Date): Entry => ({
  method,
  path,
  buckets: new Uint32Array(BUCKETS),
  count: 0,
  maxMs: 0,
  lastAt: at,
  slowest: { at, requestId: '' },
})

const bucketOf = (ms: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH))))

function timesOf({ buckets, ...entry }: Entry): OperationTimes {
  const at = (part: number) => Math.min(entry.maxMs, percentile(buckets, entry.count * part))
  return { ...entry, p50Ms: rounded(at(0.5)), p95Ms: rounded(at(0.95)), maxMs: rounded(entry.maxMs) }
}

/** The upper end of the bucket with the request of this rank. */
function percentile(buckets: Uint32Array, rank: number): number {
  let seen = 0
  for (const [bucket, count] of buckets.entries()) {
    seen += count
    if (seen >= rank) return FIRST_MS * GROWTH ** bucket
  }
  return Number.POSITIVE_INFINITY
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10
