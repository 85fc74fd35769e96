import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const SECRETS: readonly string[] = [
  'authorization',
  'cookie',
  'headers.authorization',
  'headers.cookie',
  'headers["set-cookie"]',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
]

/**
 * The service's log: one line of JSON per event on standard output, or a readable line in a terminal. Credentials in
 * headers are redacted. `destination` is for tests.
 */
export function createLog(options: { level: string }, destination?: DestinationStream): Log {
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: [...SECRETS], censor: '[left out]' },
  }
  return pino(
    settings,
    destination ?? (process.stdout.isTTY ? readable() : pino.destination({ fd: 1, sync: true })),
  )
}

/** Loaded only for terminals: it takes longer to load than the logger itself. */
function readable(): DestinationStream {
  const pretty: typeof import('pino-pretty') = createRequire(import.meta.url)('pino-pretty')
  // The steps of a migration are for machines.
  return pretty({ ignore: 'pid,hostname,steps', translateTime: 'SYS:HH:MM:ss', sync: true })
}
