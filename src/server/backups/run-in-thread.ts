import { Worker } from 'node:worker_threads'
import type { RunInput } from './run.ts'

/**
 * Makes the backup of a run in a thread, so that requests never wait for compression and checksums. When `stop` fires,
 * the thread ends and the transaction of its snapshot with it.
 */
export async function runInThread(input: RunInput, stop: AbortSignal): Promise<void> {
  stop.throwIfAborted()
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: input,
    execArgv: ['--no-warnings'],
  })
  const end = () => void thread.terminate()
  stop.addEventListener('abort', end)
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once('error', reject)
      thread.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error('The backup was interrupted')),
      )
    })
  } finally {
    stop.removeEventListener('abort', end)
  }
}
