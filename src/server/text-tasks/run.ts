import { setImmediate as breathe } from 'node:timers/promises'
import { costOf } from '#markup/text-cost.ts'
import { DomainError } from '../errors.ts'
import { codeCostOf } from './code-cost.ts'
import { pool } from './pool.ts'
import { type TextTasks, textTasks } from './tasks.ts'
import { OverBudget, PoolBusy } from './worker-messages.ts'

/**
 * Texts up to this cost are processed on the main thread. In the units of `costOf`: about 25 ms on a slow machine, for
 * 10 kB of ordinary documentation. The way to a worker and back takes 1 ms, but a worker takes 100 MB of memory and
 * 300 ms to start (measured, see the README), which a service with ordinary pages never needs.
 */
const MAX_INLINE_COST = 20_000

/** Longer texts go to a worker without a look at what they contain. */
const MAX_INLINE_LENGTH = 40_000

/** A text takes too much time or memory. Nothing else is affected, so the caller can report it for this text alone. */
export class TextTooComplex extends DomainError {
  constructor() {
    super('invalid_state', 'This text takes too long to process. Split the page into several pages')
  }
}

/** More large texts wait for a worker than the service can process. */
export class TextPoolBusy extends DomainError {
  constructor() {
    super('unavailable', 'Too many large pages are being processed. Try again in a few seconds', {
      retryAfter: 10,
    })
  }
}

/** The cost of the tasks that ran on the main thread since other work had its turn. */
let costOfTurn = 0

export type TaskInput<N extends keyof TextTasks> = Parameters<TextTasks[N]>[0]
export type TaskResult<N extends keyof TextTasks> = Awaited<ReturnType<TextTasks[N]>>

/**
 * Runs a task on the main thread if `texts` are cheap, else in a worker with limits on time and memory.
 * @param texts what the task parses
 * @throws {TextTooComplex} if the task exceeds its limits
 * @throws {TextPoolBusy} if too many tasks wait
 */
export async function runTextTask<N extends keyof TextTasks>(
  name: N,
  input: TaskInput<N>,
  ...texts: readonly string[]
): Promise<TaskResult<N>> {
  const cost = inlineCostOf(name, texts)
  if (cost <= MAX_INLINE_COST) {
    costOfTurn += cost
    if (costOfTurn > MAX_INLINE_COST) {
      costOfTurn = 0
      await breathe()
    }
    return (textTasks[name] as (input: TaskInput<N>) => Promise<TaskResult<N>>)(input)
  }
  try {
    return (await pool.run(name, input)) as TaskResult<N>
  } catch (error) {
    if (error instanceof PoolBusy) throw new TextPoolBusy()
    if (error instanceof OverBudget || (error as Error).name === 'OverBudget') throw new TextTooComplex()
    throw error
  }
}

/** Infinite for texts that must not be processed on the main thread. */
function inlineCostOf(name: keyof TextTasks, texts: readonly string[]): number {
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_INLINE_LENGTH) return Number.POSITIVE_INFINITY
  const highlights = name === 'article'
  return texts.reduce((sum, text) => sum + costOf(text).total + (highlights ? codeCostOf(text) : 0), 0)
}
