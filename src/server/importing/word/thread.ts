import { parentPort, workerData } from 'node:worker_threads'
import { DomainError } from '../../errors.ts'
import { readWord } from './read-word.ts'

/** Reads one Word file in a worker thread, so that a malicious file can only end this thread. */
const { bytes, path, split } = workerData as { bytes: Uint8Array; path: string; split: boolean }

try {
  parentPort?.postMessage({ pages: await readWord(Buffer.from(bytes), { path, split }) })
} catch (error) {
  const refusal = error instanceof DomainError ? error.message : null
  parentPort?.postMessage({ refusal: refusal ?? 'The Word file can’t be imported: it’s damaged' })
}
