import { Worker } from 'node:worker_threads'
import type { GivenSpec, ReadSpec } from './parse-spec.ts'
import { UnreadableSpec } from './unreadable-spec.ts'

const LONGEST_MS = 120_000
const MEMORY_MB = 1024

type Said = { readonly spec?: ReadSpec; readonly refusal?: string; readonly wanted?: string }

/**
 * `readSpec` in a thread of its own, with bounds on time and memory: the service goes on answering meanwhile.
 * @throws {UnreadableSpec}, what `fetchText` throws, and whatever `stop` fires with
 */
export function readSpecApart(
  given: GivenSpec,
  { fetchText, stop }: { readonly fetchText: (url: string) => Promise<string>; readonly stop: AbortSignal },
): Promise<ReadSpec> {
  stop.throwIfAborted()
  const thread = new Worker(new URL('./parser-worker.ts', import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What the service was started with is nothing for a reader of strangers' texts.
    env: {},
    argv: [],
    execArgv: ['--no-warnings'],
  })
  const late = AbortSignal.timeout(LONGEST_MS)
  const end = AbortSignal.any([stop, late])
  return new Promise<ReadSpec>((done, failed) => {
    end.addEventListener('abort', () =>
      failed(stop.aborted ? stop.reason : new UnreadableSpec('It takes too long to read')),
    )
    thread.on('message', ({ spec, refusal, wanted }: Said) => {
      if (wanted !== undefined) {
        fetchText(wanted).then((text) => thread.postMessage({ url: wanted, text }), failed)
        return
      }
      if (spec === undefined) return failed(new UnreadableSpec(refusal ?? 'It is not read'))
      done(spec)
    })
    thread.once('error', () => failed(new UnreadableSpec('It needs too much memory, or is damaged')))
    thread.once('exit', () => failed(new UnreadableSpec('It is damaged')))
  }).finally(() => thread.terminate())
}
