import { performance } from 'node:perf_hooks'

const CHECK_MS = 10_000
/** An idle service works 1% of the time: it looks for jobs and answers health checks. */
const IDLE_UTILIZATION = 0.02
/** A collection stops requests for about 3 ms per MB of the heap, and is worth it for this much. */
const WORTHWHILE_BYTES = 24 * 1024 * 1024

type Options = {
  /** Milliseconds between two checks. */
  readonly checkMs?: number
  /** Undefined if Node.js runs without `--expose-gc`. */
  readonly collect?: (() => Promise<void>) | undefined
  /** Bytes that the heap takes, with what is free in it. */
  readonly heapSize?: () => number
}

/**
 * Returns memory to the operating system while there is nothing to do. Node.js collects garbage when it allocates, so an
 * idle process would keep the heap that its start or its last heavy work needed. The returned function ends it.
 */
export function releaseMemoryWhenIdle(options: Options = {}): () => void {
  const { checkMs = CHECK_MS, collect = exposedCollector(), heapSize = heapTotal } = options
  if (collect === undefined) return () => undefined
  let before = performance.eventLoopUtilization()
  let keptBytes = 0
  const check = async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE_UTILIZATION || heapSize() < keptBytes + WORTHWHILE_BYTES) return
    await collect()
    keptBytes = heapSize()
    before = performance.eventLoopUtilization()
  }
  const timer = setInterval(() => void check(), checkMs).unref()
  return () => clearInterval(timer)
}

const heapTotal = (): number => process.memoryUsage().heapTotal

/** Only a last resort also gives back the pages of the heap that became empty. */
function exposedCollector(): (() => Promise<void>) | undefined {
  const { gc } = globalThis
  return gc && (() => gc({ type: 'major', execution: 'async', flavor: 'last-resort' }))
}
