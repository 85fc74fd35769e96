import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from './embedded-address.ts'

/** What `postmaster.pid` tells about the server that wrote it. */
export type Postmaster = {
  readonly pid: number
  readonly address: Address
  readonly isReady: boolean
}

/** No system hands out this process id, so PostgreSQL takes a lock that names it for stale. */
const IMPOSSIBLE_PID = 2 ** 31 - 1

/** Reads the lock file of a data folder; undefined where there is none, or none that is complete. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  const file = lockFile(dataFolder)
  if (!existsSync(file)) return undefined
  const [pid = '', folder = '', , port = '', socket = '', , , status = ''] = readFileSync(file, 'utf8').split(
    '\n',
  )
  if (!/^\d+$/.test(pid) || port === '') return undefined
  const address: Address =
    socket === '' ? { port: Number(port) } : { socketFolder: socket === folder ? dataFolder : socket }
  return { pid: Number(pid), address, isReady: status.trim() === 'ready' }
}

/**
 * Whether the process of a lock file is a living PostgreSQL that works in this data folder. Its id
 * may have gone to somebody else since, or belong to a dead process that nobody has reaped; and
 * the lock file itself may have come along with a copied folder.
 */
export function isAlive(pid: number, dataFolder: string): boolean {
  if (!processExists(pid)) return false
  if (process.platform === 'linux') return isAliveOnLinux(pid, dataFolder)
  if (process.platform === 'win32') return true
  return isAliveOnUnix(pid)
}

/**
 * Makes the traces of a dead server harmless. The lock file is not deleted but made to name a
 * process that cannot be: PostgreSQL then clears it away itself, after looking for memory that
 * processes of the dead server might still share.
 */
export function invalidateLockFile({ address }: Postmaster, dataFolder: string): void {
  const [, ...rest] = readFileSync(lockFile(dataFolder), 'utf8').split('\n')
  writeFileSync(lockFile(dataFolder), [IMPOSSIBLE_PID, ...rest].join('\n'))
  if (!('socketFolder' in address)) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(address.socketFolder, name), { force: true })
}

/**
 * Ends a server: at first kindly, then so that it recovers at its next start. Takes at most 40 s.
 * `bin` is needed on Windows alone, where only PostgreSQL's own program can send its signals.
 */
export async function stopProcess(
  pid: number,
  dataFolder: string,
  bin: string,
): Promise<'stopped' | 'killed'> {
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid, dataFolder)) return 'stopped'
    send(signal, pid, bin)
    if (await hasEnded(pid, dataFolder, patience)) return signal === 'SIGINT' ? 'stopped' : 'killed'
  }
  return 'killed'
}

function send(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', pid: number, bin: string): void {
  if (process.platform !== 'win32') return void orUndefined(() => process.kill(pid, signal))
  orUndefined(() =>
    execFileSync(join(bin, 'pg_ctl'), ['kill', signal.slice(3), String(pid)], { stdio: 'ignore' }),
  )
}

async function hasEnded(pid: number, dataFolder: string, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    if (!isAlive(pid, dataFolder)) return true
    await sleep(10)
  }
  return false
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isAliveOnLinux(pid: number, dataFolder: string): boolean {
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const [, name, state] = stat?.match(/^\d+ \((.*)\) (\S)/s) ?? []
  if (name !== 'postgres' || state === 'Z' || state === 'X') return false
  const folder = orUndefined(() => readlinkSync(`/proc/${pid}/cwd`))
  // Unreadable means another user's: then the name has to do.
  return folder === undefined || folder === realpathSync(dataFolder)
}

function isAliveOnUnix(pid: number): boolean {
  const line = orUndefined(() =>
    execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }),
  )
  return line?.includes('postgres') === true && !line.trim().startsWith('Z')
}

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    // The process or its files are gone, or belong to another user.
    return undefined
  }
}

function lockFile(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid')
}
