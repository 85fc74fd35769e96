// The processor time of a service and its database, which other work on the machine affects much less than rates.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchService } from './service.ts'

/** Milliseconds of processor time, in user and kernel mode. Linux only; 0 elsewhere. */
export type ProcessorTime = { readonly service: number; readonly database: number }

/** A tick is 10 ms on every Linux that Node.js supports. */
const MS_PER_TICK = 10

export function processorTime({ pid, dataDir }: BenchService): ProcessorTime {
  const postmaster = firstLine(join(dataDir, 'postgres', 'postmaster.pid'))
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  const database = ticks(postmaster).withChildren + children.reduce((total, one) => total + ticks(one).own, 0)
  return { service: ticks(String(pid)).own * MS_PER_TICK, database: database * MS_PER_TICK }
}

/** Milliseconds of processor time of one process. Linux only; 0 elsewhere. */
export const processorTimeOf = (pid: number): number => ticks(String(pid)).own * MS_PER_TICK

function firstLine(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

/** The fields of `/proc/<pid>/stat` after the name, which may contain spaces. */
const fieldsOf = (pid: string): readonly string[] =>
  firstLine(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')

const parentOf = (pid: string): string | undefined => fieldsOf(pid)[1]

/** Connections that have ended count as children of the server. */
function ticks(pid: string): { readonly own: number; readonly withChildren: number } {
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fieldsOf(pid)
    .slice(11, 15)
    .map((field) => Number(field) || 0)
  return { own: user + system, withChildren: user + system + endedUser + endedSystem }
}
