import { Worker } from 'node:worker_threads'
import type { ParsedSpec, SpecSource } from './parse-spec.ts'
import { UnreadableSpec } from './unreadable-spec.ts'

const LONGEST_MS = 120_000
const MEMORY_MB = 1024

type WorkerMessage = { readonly spec?: ParsedSpec; readonly refusal?: string; readonly requestedUrl?: string }

/**
 * Runs `parseSpec` in a worker thread with limits on time and memory, so that the service stays responsive.
 * @throws {UnreadableSpec}, what `fetchText` throws, and the reason of `stop`
 */
export function parseSpecInWorker(
  source: SpecSource,
  { fetchText, stop }: { readonly fetchText: (url: string) => Promise<string>; readonly stop: AbortSignal },
): Promise<ParsedSpec> {
  stop.throwIfAborted()
  const worker = new Worker(new URL('./parser-worker.ts', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // Untrusted input is parsed here, so the worker gets none of the service's environment or arguments.
    env: {},
    argv: [],
    execArgv: ['--no-warnings'],
  })
  const timeout = AbortSignal.timeout(LONGEST_MS)
  const end = AbortSignal.any([stop, timeout])
  return new Promise<ParsedSpec>((resolve, reject) => {
    end.addEventListener('abort', () =>
      reject(stop.aborted ? stop.reason : new UnreadableSpec('It takes too long to read')),
    )
    worker.on('message', ({ spec, refusal, requestedUrl }: WorkerMessage) => {
      if (requestedUrl !== undefined) {
        fetchText(requestedUrl).then((text) => worker.postMessage({ url: requestedUrl, text }), reject)
        return
      }
      if (spec === undefined) return reject(new UnreadableSpec(refusal ?? 'It is not read'))
      resolve(spec)
    })
    worker.once('error', () => reject(new UnreadableSpec('It needs too much memory, or is damaged')))
    worker.once('exit', () => reject(new UnreadableSpec('It is damaged')))
  }).finally(() => worker.terminate())
}
