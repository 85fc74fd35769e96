import { Worker } from 'node:worker_threads'
import { DomainError } from '../../errors.ts'
import type { WordPages } from './read-word.ts'

const TIMEOUT_MS = 60_000
const MEMORY_MB = 768

type ThreadMessage = { readonly pages?: WordPages; readonly refusal?: string }

/**
 * `readWord` in a worker thread with limits on time and memory, so that the service keeps responding.
 * @throws {DomainError} `validation` with the reason; whatever `stop` fires with
 */
export function readInThread(
  bytes: Buffer,
  { path, split, stop }: { readonly path: string; readonly split: boolean; readonly stop: AbortSignal },
): Promise<WordPages> {
  stop.throwIfAborted()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { bytes: new Uint8Array(bytes), path, split },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // A parser of untrusted files gets none of the service's environment.
    env: {},
    argv: [],
    execArgv: ['--no-warnings'],
  })
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const end = AbortSignal.any([stop, late])
  return new Promise<WordPages>((done, failed) => {
    end.addEventListener('abort', () => failed(stop.aborted ? stop.reason : refused('it takes too long')))
    thread.once('message', ({ pages, refusal }: ThreadMessage) => {
      if (pages === undefined) return failed(new DomainError('validation', refusal ?? 'It is not read'))
      done(withBuffers(pages))
    })
    thread.once('error', () => failed(refused('it needs too much memory, or is damaged')))
    thread.once('exit', () => failed(refused('it is damaged')))
  }).finally(() => thread.terminate())
}

/** Buffers arrive from a thread as plain byte arrays. */
const withBuffers = (pages: WordPages): WordPages => ({
  ...pages,
  images: pages.images.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
})

const refused = (why: string): DomainError =>
  new DomainError('validation', `The Word file can’t be imported: ${why}`)
