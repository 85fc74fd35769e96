import { ConfigError, readConfig } from './config.ts'
import { openService } from './open-service.ts'

/** Starts the service as the environment says, and ends it cleanly on Ctrl-C or a stop of the machine. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const opened = await openService(config)
  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    await opened.close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  await opened.announce()
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
