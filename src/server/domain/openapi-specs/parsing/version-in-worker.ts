import { Worker } from 'node:worker_threads'
import type { OperationListItem } from '#contract/openapi-operations.ts'
import { newConcurrencyLimit } from '../../../concurrency-limit.ts'
import { DomainError } from '../../../errors.ts'
import type { Differences, SpecDocuments } from './compare-specs.ts'

const LONGEST_MS = 60_000
const MEMORY_MB = 1024

/** The documents of a version, and of an older one to compare it with. */
export type VersionTask = { readonly before?: SpecDocuments; readonly after: SpecDocuments }

type VersionResult = { readonly operations?: OperationListItem[]; readonly differences?: Differences }

const limited = newConcurrencyLimit(1, 8)

/**
 * Reads the operations of a version, or compares two, in a worker thread with limits on time and memory, so that the
 * service stays responsive.
 *
 * @throws {DomainError} `invalid_state` for versions that are too large, `rate_limited` if too many requests wait
 */
export const readVersion = (task: VersionTask): Promise<VersionResult> => limited(() => runWorker(task))

function runWorker(task: VersionTask): Promise<VersionResult> {
  const worker = new Worker(new URL('./version-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
    argv: [],
    execArgv: ['--no-warnings'],
  })
  return new Promise<VersionResult>((resolve, reject) => {
    const tooLarge = () =>
      reject(new DomainError('invalid_state', 'These versions are too large to be read or compared'))
    const timer = setTimeout(tooLarge, LONGEST_MS)
    worker.once('message', resolve)
    worker.once('error', tooLarge)
    worker.once('exit', () => {
      clearTimeout(timer)
      tooLarge()
    })
  }).finally(() => worker.terminate())
}
