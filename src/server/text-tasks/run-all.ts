import { pool } from './pool.ts'
import { runTextTask, type TaskInput, type TaskResult } from './run.ts'
import type { TextTasks } from './tasks.ts'
import { OverBudget, PoolBusy, type WorkerAnswer } from './worker-messages.ts'

/** Fewer texts are not worth the way to a worker. */
const MIN_TEXTS = 20
/** A worker takes about a tenth of a second for so many characters of documentation, and other tasks wait for that. */
const MAX_CHARACTERS = 60_000
/** Longer texts are tasks of their own, with their own limits. */
const MAX_TEXT_LENGTH = 20_000

type Job<N extends keyof TextTasks> = {
  readonly input: TaskInput<N>
  /** What the task parses. */
  readonly text: string
}

/**
 * Runs a task for many texts that no one waits for right now, such as those of an import. A worker does it in batches,
 * so that the main thread stays free for requests even if each text is cheap.
 * @returns the result or error of each text, as `runTextTask` has it, in order
 */
export async function runTextTasks<N extends keyof TextTasks>(
  name: N,
  jobs: readonly Job<N>[],
): Promise<PromiseSettledResult<TaskResult<N>>[]> {
  const results: PromiseSettledResult<TaskResult<N>>[] = []
  for (const batch of jobs.length < MIN_TEXTS ? jobs.map((job) => [job]) : inBatches(jobs)) {
    const answers = batch.length === 1 ? null : await answersOf(name, batch)
    for (const [index, job] of batch.entries()) {
      const answer = answers?.[index]
      if (answer !== undefined && 'result' in answer)
        results.push({ status: 'fulfilled', value: answer.result as TaskResult<N> })
      else results.push(...(await Promise.allSettled([runTextTask(name, job.input, job.text)])))
    }
  }
  return results
}

/** Null if the batch as a whole took too much, or no worker was free: then each text is a task of its own. */
async function answersOf<N extends keyof TextTasks>(
  name: N,
  batch: readonly Job<N>[],
): Promise<readonly WorkerAnswer[] | null> {
  try {
    return await pool.runAll(
      name,
      batch.map(({ input }) => input),
    )
  } catch (error) {
    if (error instanceof OverBudget || error instanceof PoolBusy) return null
    throw error
  }
}

function* inBatches<N extends keyof TextTasks>(jobs: readonly Job<N>[]): Generator<readonly Job<N>[]> {
  let batch: Job<N>[] = []
  let characters = 0
  for (const job of jobs) {
    const { length } = job.text
    const isFull = length > MAX_TEXT_LENGTH || characters + length > MAX_CHARACTERS
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(job)
    characters += length
  }
  if (batch.length > 0) yield batch
}
