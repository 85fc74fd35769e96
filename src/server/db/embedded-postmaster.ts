import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from './embedded-address.ts'

/** The server in a `postmaster.pid` file. */
export type Postmaster = {
  readonly pid: number
  readonly address: Address
  readonly isReady: boolean
}

/** No system assigns this process id, so PostgreSQL treats a lock file with it as stale. */
const IMPOSSIBLE_PID = 2 ** 31 - 1

/** Reads the lock file of a data folder; undefined if it is missing or incomplete. */
export function readPostmaster(dataFolder: string): Postmaster | undefined {
  // A server that ends removes it at any moment.
  const text = orUndefined(() => readFileSync(lockFile(dataFolder), 'utf8'))
  if (text === undefined) return undefined
  const [pid = '', folder = '', , port = '', socket = '', , , status = ''] = text.split('\n')
  if (!/^\d+$/.test(pid) || port === '') return undefined
  const address: Address =
    socket === '' ? { port: Number(port) } : { socketFolder: socket === folder ? dataFolder : socket }
  return { pid: Number(pid), address, isReady: status.trim() === 'ready' }
}

/**
 * Whether the process of a lock file is a live PostgreSQL in this data folder. The process id can belong to another
 * process by now or to a zombie, and the lock file can come from a copied folder.
 */
export function isAlive(pid: number, dataFolder: string): boolean {
  if (!processExists(pid)) return false
  if (process.platform === 'linux') return isAliveOnLinux(pid, dataFolder)
  if (process.platform === 'win32') return true
  return isAliveOnUnix(pid)
}

/**
 * Invalidates the traces of a dead server. The lock file gets an impossible process id instead of being deleted, so that
 * PostgreSQL itself removes it after checking for shared memory still in use.
 */
export function invalidateLockFile({ address }: Postmaster, dataFolder: string): void {
  const text = orUndefined(() => readFileSync(lockFile(dataFolder), 'utf8'))
  if (text !== undefined) {
    const [, ...rest] = text.split('\n')
    writeFileSync(lockFile(dataFolder), [IMPOSSIBLE_PID, ...rest].join('\n'))
  }
  if (!('socketFolder' in address)) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(address.socketFolder, name), { force: true })
}

/**
 * Stops a server, first cleanly, then so that it recovers at its next start. Takes at most 40 s. `bin` is only needed on
 * Windows, where only PostgreSQL's own program can send its signals.
 */
export async function stopProcess(
  pid: number,
  dataFolder: string,
  bin: string,
): Promise<'stopped' | 'killed'> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid, dataFolder)) return 'stopped'
    send(signal, pid, bin)
    if (await hasEnded(pid, dataFolder, timeoutMs)) return signal === 'SIGINT' ? 'stopped' : 'killed'
  }
  return 'killed'
}

function send(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', pid: number, bin: string): void {
  if (process.platform !== 'win32') return void orUndefined(() => process.kill(pid, signal))
  orUndefined(() =>
    execFileSync(join(bin, 'pg_ctl'), ['kill', signal.slice(3), String(pid)], { stdio: 'ignore' }),
  )
}

async function hasEnded(pid: number, dataFolder: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
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
  // An unreadable link belongs to another user: then the name must suffice.
  return folder === undefined || folder === realpathSync(dataFolder)
}

function isAliveOnUnix(pid: number): boolean {
  const line = orUndefined(() =>
    execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' }),
  )
  return line?.includes('postgres') === true && !line.trim().startsWith('Z')
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // The process or its files are gone, or belong to another user.
    return undefined
  }
}

function lockFile(dataFolder: string): string {
  return join(dataFolder, 'postmaster.pid')
}
