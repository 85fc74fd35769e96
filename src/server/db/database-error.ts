/**
 * Why a query failed although the request was right. `unavailable`: the database cannot be reached, is starting or
 * stopping, or lacks a resource. `full`: its disk is full. `contended`: it gave up on a deadlock or a conflict between
 * transactions.
 */
export type DatabaseFault = 'unavailable' | 'full' | 'contended'

/** No connection could be opened, for whatever reason. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'DatabaseUnavailableError'
  }
}

/** Deadlock; serialization failure. The transaction was rolled back and can run again. */
const CONTENDED_CODES: ReadonlySet<unknown> = new Set(['40P01', '40001'])

/** Disk full, according to PostgreSQL and to the operating system. */
const FULL_CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  // Read-only, as a replica is during a failover.
  '25006',
  // Out of memory, connections or another resource.
  '53000',
  '53200',
  '53300',
  // Terminated, crashed, starting or stopping, deleted, idle for too long.
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  // Its files cannot be read or written.
  '58000',
  '58030',
  '58P01',
  // The connection broke; the process has no file handles left.
  'ECONNRESET',
  'EPIPE',
  'EMFILE',
  'ENFILE',
])

/** The driver reports a broken connection without a code. */
const BROKEN_CONNECTION = /^Connection terminated|not queryable|^Client was closed/

/** Null if the error says nothing about the state of the database or the disk. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (error instanceof DatabaseUnavailableError) return 'unavailable'
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : undefined
  if (CONTENDED_CODES.has(code)) return 'contended'
  if (FULL_CODES.has(code)) return 'full'
  // Class 08 contains all errors of connections.
  if (UNAVAILABLE_CODES.has(code) || (typeof code === 'string' && /^08[0-9A-Z]{3}$/.test(code)))
    return 'unavailable'
  if (code === undefined && BROKEN_CONNECTION.test(error.message)) return 'unavailable'
  // Libraries wrap errors of the file system.
  return databaseFault(error.cause)
}
