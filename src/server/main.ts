import { ConfigError, readConfig } from './config.ts'
import { openService } from './open-service.ts'

/** Starts the service with the settings of the environment, and stops it cleanly on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const running = await openService(config)
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await running.close()
    // Threads that compile code may wait for a collection, and the exit would wait for them: nodejs/node#54918.
    globalThis.gc?.()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Without the process that started the service, nothing would forward its signals.
  if (process.connected) process.on('disconnect', stop)
  void running.fatal.then(endWith)
  await running.announce()
  process.send?.('ready')
}

/** Ends with the code of settings that prevent a start, so that nothing starts the service again. */
function endWith(error: Error): void {
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof ConfigError) && error instanceof Error && process.env.LOG_LEVEL === 'debug') {
    process.stderr.write(`${error.stack}\n`)
  }
  process.exit(error instanceof ConfigError ? 2 : 1)
}
