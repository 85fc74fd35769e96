import { parentPort, workerData } from 'node:worker_threads'
import { compareSpecs, listOperations } from './compare-specs.ts'
import type { VersionTask } from './version-in-worker.ts'

/** Reads one version, or compares two, in a worker thread. */
const { before, after } = workerData as VersionTask
parentPort?.postMessage(
  before === undefined
    ? { operations: listOperations(after) }
    : { differences: compareSpecs({ before, after }) },
)
parentPort?.close()
