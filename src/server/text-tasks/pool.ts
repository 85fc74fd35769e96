import { availableParallelism } from 'node:os'
import { newWorkerPool } from './worker-pool.ts'

/** One core is left to the main thread. */
const maxWorkers = Math.min(4, Math.max(1, availableParallelism() - 1))

/** The workers of this process that parse and render large texts. They start with the first such text. */
export const pool = newWorkerPool({
  script: new URL('./worker.ts', import.meta.url),
  maxWorkers,
  cpuMs: 4_000,
  wallMs: 20_000,
  memoryMb: 768,
  maxWaiting: 100,
  maxWaitMs: 20_000,
  idleMs: 30_000,
})
