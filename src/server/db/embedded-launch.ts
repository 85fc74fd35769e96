import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Account } from './embedded-account.ts'
import { type Address, connectionString } from './embedded-address.ts'
import type { Binaries } from './embedded-binaries.ts'
import { claimServer, type ServerClaim } from './embedded-claim.ts'
import { programEnvironment } from './embedded-cluster.ts'
import { PostgresStartError } from './embedded-error.ts'
import { type Postmaster, readPostmaster } from './embedded-postmaster.ts'
import { serverSettings } from './embedded-settings.ts'

type LaunchOptions = {
  readonly folder: string
  readonly binaries: Binaries
  readonly account: Account
  readonly address: Address
  readonly password: string
  readonly settings: Readonly<Record<string, string>>
  readonly log: Pick<Logger, 'info'>
}

const MAX_LOG_BYTES = 4_000_000
const SLOW_START_MS = 5_000

/**
 * Starts a server process and waits until it responds, however long its recovery takes. Returns `retry` if another
 * server runs, or the traces of a dead one have not disappeared yet.
 */
export async function launch(what: LaunchOptions): Promise<(Postmaster & { held: ServerClaim }) | 'retry'> {
  const logFile = `${what.folder}.log`
  const logged = sizeOf(logFile) > MAX_LOG_BYTES ? 0 : sizeOf(logFile)
  const child = spawnServer(what, openSync(logFile, logged === 0 ? 'w' : 'a', 0o600))
  const ended = untilEnd(child)
  const ready = untilReady(what, child)
  const notice = setTimeout(
    () => what.log.info('The database is still starting, because it is recovering from a crash.'),
    SLOW_START_MS,
  )
  const outcome = await Promise.race([ended, ready])
  clearTimeout(notice)
  if (typeof outcome === 'object') return outcome
  const logText = readFileSync(logFile).subarray(logged).toString('utf8').trim()
  if (/lock file .* already exists|shared memory block .* still in use/.test(logText)) return 'retry'
  throw new PostgresStartError(`The database did not start: ${logText === '' ? outcome : logText}`)
}

/** Runs in its own session, so that Ctrl-C in the terminal does not reach the server. */
function spawnServer(
  { folder, binaries, account, address, settings }: LaunchOptions,
  log: number,
): ChildProcess {
  const serverArgs = ['-D', folder, ...serverSettings(address, binaries.major, settings)]
  const { file, args, options } = account.command(join(binaries.bin, 'postgres'), serverArgs)
  const child = spawn(file, args, {
    ...options,
    cwd: '/',
    env: programEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

function untilEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `code ${code}`}.`))
  })
}

async function untilReady(
  { folder, address, password }: LaunchOptions,
  child: ChildProcess,
): Promise<(Postmaster & { held: ServerClaim }) | 'ended'> {
  while (child.exitCode === null && child.signalCode === null) {
    const server = readPostmaster(folder)
    if (server?.pid === child.pid && server?.isReady) {
      const held = await claimServer(connectionString(address, 'postgres', password))
      if (typeof held === 'object') return { ...server, held }
    }
    await sleep(5)
  }
  return 'ended'
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}
