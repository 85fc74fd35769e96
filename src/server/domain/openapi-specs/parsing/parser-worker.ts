import { parentPort, workerData } from 'node:worker_threads'
import { parseSpec, type SpecSource } from './parse-spec.ts'
import { UnreadableSpec } from './unreadable-spec.ts'

/** Parses one specification in a worker thread, which asks the main thread for other documents. */
const pendingRequests = new Map<string, (text: string) => void>()

parentPort?.on('message', ({ url, text }: { url: string; text: string }) => pendingRequests.get(url)?.(text))

const fetchText = (url: string): Promise<string> =>
  new Promise((resolve) => {
    pendingRequests.set(url, resolve)
    parentPort?.postMessage({ requestedUrl: url })
  })

try {
  parentPort?.postMessage({ spec: await parseSpec(workerData as SpecSource, fetchText) })
} catch (error) {
  const refusal = error instanceof UnreadableSpec ? error.message : 'It is damaged or nested too deeply'
  parentPort?.postMessage({ refusal })
}
parentPort?.close()
