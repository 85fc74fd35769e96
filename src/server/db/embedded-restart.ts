import { setTimeout as pause } from 'node:timers/promises'
import { type EmbeddedPostgres, type StartOptions, startPostgres } from './embedded.ts'
import { DataFolderLostError } from './embedded-error.ts'

type RestartOptions = StartOptions & {
  /** Called at most once, when restarting cannot help: the data folder is gone. */
  readonly onFatal: (error: Error) => void
}

export type RestartingPostgres = Pick<EmbeddedPostgres, 'connectionString' | 'stop'>

const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 30_000
/** A server that ran this long starts again with the first delay. */
const STABLE_AFTER_MS = 60_000

/**
 * Starts the embedded PostgreSQL, and starts it again at the same address whenever it ends without having been stopped.
 * The delay doubles with every attempt, from 0.1 s to 30 s. Throws PostgresStartError if the first start fails.
 */
export async function startRestartingPostgres(options: RestartOptions): Promise<RestartingPostgres> {
  let current = await startPostgres(options)
  const stopping = new AbortController()
  const watching = watch()

  async function watch(): Promise<void> {
    let delay = FIRST_DELAY_MS
    while (await isLost(current, stopping.signal)) {
      const startedAt = performance.now()
      options.log.warn('The database ended unexpectedly and is starting again.')
      const next = await startAgain(options, current, stopping.signal, delay)
      if (next === undefined) return
      options.log.info({ ms: Math.round(performance.now() - startedAt) }, 'The database is available again.')
      current = next
      const isStable = () => {
        delay = FIRST_DELAY_MS
      }
      delay = Math.min(delay * 2, MAX_DELAY_MS)
      setTimeout(isStable, STABLE_AFTER_MS).unref()
    }
  }

  return {
    connectionString: current.connectionString,
    async stop() {
      stopping.abort()
      await watching
      await current.stop()
    },
  }
}

/** Waits until the server ends or is about to be stopped. */
async function isLost({ lost }: EmbeddedPostgres, stop: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  stop.addEventListener('abort', () => resolve(false), { once: true })
  void lost.then(() => resolve(true))
  return stop.aborted ? false : promise
}

/** Undefined if it is to be stopped, or cannot be started any more. */
async function startAgain(
  options: RestartOptions,
  former: EmbeddedPostgres,
  stop: AbortSignal,
  firstDelay: number,
): Promise<EmbeddedPostgres | undefined> {
  for (let delay = firstDelay; !stop.aborted; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    await pause(delay, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return undefined
    try {
      return await startPostgres({ ...options, former: former.address })
    } catch (error) {
      if (error instanceof DataFolderLostError) {
        options.onFatal(error)
        return undefined
      }
      options.log.warn({ err: error }, 'The database cannot be started; trying again.')
    }
  }
  return undefined
}
