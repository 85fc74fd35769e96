import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { OverBudget, PoolBusy, type WorkerAnswer, type WorkerQuestion } from './worker-messages.ts'

export type PoolOptions = {
  /** The script that each worker runs. It answers every `WorkerQuestion` with a `WorkerAnswer`. */
  readonly script: URL
  readonly maxWorkers: number
  /** Processor time of one task, in milliseconds. */
  readonly cpuMs: number
  /** Time of one task in any case, in milliseconds; a machine with other work needs more than the processor time. */
  readonly wallMs: number
  readonly memoryMb: number
  /** Tasks that wait for a worker; further ones are refused. */
  readonly maxWaiting: number
  /** How long a task may wait for a worker, in milliseconds. */
  readonly maxWaitMs: number
  /** A worker without a task ends after this time, in milliseconds. */
  readonly idleMs: number
}

export type WorkerPool = {
  /**
   * Runs a task in a worker.
   * @throws {OverBudget} if it takes too much time or memory; its worker is replaced, other tasks are not affected
   * @throws {PoolBusy} if too many tasks wait, or it waited too long
   * @throws whatever the task throws, as an `Error` with its name, message and own fields
   */
  readonly run: (task: string, input: unknown) => Promise<unknown>
  /**
   * Runs a task for each of several inputs, with the limits of one task, and returns the answers.
   * @throws {OverBudget} and {PoolBusy} as `run` does
   */
  readonly runAll: (task: string, inputs: readonly unknown[]) => Promise<readonly WorkerAnswer[]>
  /** How many workers there are. */
  readonly size: () => number
  readonly close: () => Promise<void>
}

type Seat = { worker: Worker; idle: NodeJS.Timeout | undefined }
type Waiter = { readonly seat: (seat: Seat) => void; readonly refuse: (error: Error) => void }

/** Workers start with the first task that needs one, and do not keep the process alive. */
export function newWorkerPool(options: PoolOptions): WorkerPool {
  const idle: Seat[] = []
  const seats = new Set<Seat>()
  const waiting: Waiter[] = []

  function take(): Promise<Seat> {
    const free = idle.pop()
    if (free !== undefined) {
      clearTimeout(free.idle)
      return Promise.resolve(free)
    }
    if (seats.size < options.maxWorkers) return Promise.resolve(open())
    if (waiting.length >= options.maxWaiting) return Promise.reject(new PoolBusy())
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(new PoolBusy())
      }, options.maxWaitMs)
      const waiter: Waiter = {
        seat: (seat) => {
          clearTimeout(late)
          resolve(seat)
        },
        refuse: reject,
      }
      waiting.push(waiter)
    })
  }

  function open(): Seat {
    const worker = new Worker(options.script, {
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
      // A parser of untrusted texts gets none of the service's environment.
      env: {},
      argv: [],
      execArgv: ['--no-warnings'],
    })
    const seat: Seat = { worker, idle: undefined }
    seats.add(seat)
    return seat
  }

  function release(seat: Seat): void {
    const next = waiting.shift()
    if (next !== undefined) {
      next.seat(seat)
      return
    }
    seat.worker.unref()
    seat.idle = setTimeout(() => {
      idle.splice(idle.indexOf(seat), 1)
      discard(seat)
    }, options.idleMs).unref()
    idle.push(seat)
  }

  function discard(seat: Seat): void {
    seats.delete(seat)
    void seat.worker.terminate()
  }

  async function run(question: WorkerQuestion): Promise<unknown> {
    const seat = await take()
    seat.worker.ref()
    try {
      const answer = await answerOf(seat.worker, question, options)
      release(seat)
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error
      discard(seat)
      const next = waiting.shift()
      if (next !== undefined) next.seat(open())
      throw error
    }
  }

  return {
    run: (task, input) => run({ task, input }),
    runAll: async (task, inputs) => (await run({ task, inputs })) as readonly WorkerAnswer[],
    size: () => seats.size,
    async close() {
      for (const { refuse } of waiting.splice(0)) refuse(new PoolBusy())
      await Promise.all([...seats].map(({ worker }) => worker.terminate()))
      seats.clear()
      idle.length = 0
    },
  }
}

async function answerOf(
  worker: Worker,
  question: WorkerQuestion,
  { cpuMs, wallMs }: PoolOptions,
): Promise<WorkerAnswer> {
  const finished = new AbortController()
  try {
    return await new Promise<WorkerAnswer>((resolve, reject) => {
      // Running out of memory is an error of the worker.
      const fail = () => reject(new OverBudget())
      worker.once('message', resolve)
      worker.once('error', fail)
      worker.once('exit', fail)
      // A result that cannot be cloned is a mistake of ours, and must not leave the caller waiting.
      worker.once('messageerror', fail)
      worker.postMessage(question)
      void watch(worker, { cpuMs, wallMs }, finished.signal).then(fail, () => undefined)
    })
  } finally {
    finished.abort()
    for (const event of ['message', 'error', 'exit', 'messageerror']) worker.removeAllListeners(event)
    // An error between tasks must not end the process; the next task then fails at its exit.
    worker.on('error', () => undefined)
  }
}

/** Resolves when the worker exceeded its time. A worker that does not report its processor time has the wall time. */
async function watch(
  worker: Worker,
  { cpuMs, wallMs }: Pick<PoolOptions, 'cpuMs' | 'wallMs'>,
  signal: AbortSignal,
): Promise<void> {
  const end = Date.now() + wallMs
  const before = await cpuTimeOf(worker, wallMs, signal)
  let remaining = cpuMs
  while (remaining > 0 && Date.now() < end) {
    await wait(Math.min(remaining, Math.max(0, end - Date.now())) + 1, undefined, { signal })
    const now = await cpuTimeOf(worker, Math.max(1, end - Date.now()), signal)
    remaining = cpuMs - (now - before)
  }
}

/** In milliseconds. Zero for a worker that does not answer in time. */
async function cpuTimeOf(worker: Worker, timeoutMs: number, signal: AbortSignal): Promise<number> {
  const { user, system } = await Promise.race([
    // Fails while the worker starts, which is then part of the wall time only.
    worker.cpuUsage().catch(() => ({ user: 0, system: 0 })),
    wait(timeoutMs, { user: 0, system: 0 }, { signal }),
  ])
  return (user + system) / 1000
}
