import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../e2e/service.ts'
import { type Memory, memoryAfterCollection } from './heap.ts'
import { startInstance } from './instance.ts'
import type { Report } from './report.ts'
import { verify } from './verify.ts'
import { openJournal, readOne, writeOne } from './writes.ts'

const WRITERS = 2
const READERS = 4
/** A moderate rate: memory and errors matter here, not throughput. */
const WRITE_PAUSE_MS = 400
const READ_PAUSE_MS = 150
const SAMPLE_PAUSE_MS = 20_000
const MINUTE_MS = 60_000
/** Caches fill up at first; after that memory is flat if its median after garbage collections grows by less than this. */
const MAX_GROWTH = 1.1
/** A new organization now and then, as a real service has many of moderate size. */
const MINUTES_PER_ORGANIZATION = 2

/** Mixed load for some minutes: imports, merges, uploads, structure and published pages. */
export async function mixedLoad(minutes: number, log: (line: string) => void): Promise<Report> {
  const inspectPort = await freePort()
  const instance = await startInstance({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspectPort}` })
  const memory: Memory[] = []
  const counts = { writes: 0, reads: 0 }
  const problems: string[] = []
  try {
    const end = Date.now() + minutes * MINUTE_MS
    while (Date.now() < end) {
      const journal = await openJournal(instance)
      const until = Math.min(end, Date.now() + MINUTES_PER_ORGANIZATION * MINUTE_MS)
      let number = 0
      const repeat = async (pauseMs: number, action: () => Promise<void>): Promise<void> => {
        for (; Date.now() < until; await pause(pauseMs)) await action()
      }
      const write = () => repeat(WRITE_PAUSE_MS, () => writeOne(instance, journal, number++))
      const read = () =>
        repeat(READ_PAUSE_MS, async () => {
          await readOne(instance, journal)
          counts.reads++
        })
      const sample = () =>
        repeat(SAMPLE_PAUSE_MS, async () => {
          memory.push(await memoryAfterCollection(inspectPort))
        })
      const load = [...Array.from({ length: WRITERS }, write), ...Array.from({ length: READERS }, read)]
      await Promise.all([sample(), ...load])
      counts.writes += number
      problems.push(...journal.errors, ...(await verify(instance, journal)))
      if (journal.refused > 0) problems.push(`${journal.refused} writes were refused`)
      log(`${counts.writes} writes, ${counts.reads} reads, ${describe(memory.slice(-1))}`)
    }
  } finally {
    await instance.stop()
  }
  const third = Math.floor(memory.length / 3)
  const [first, middle, last] = [
    memory.slice(0, third),
    memory.slice(third, 2 * third),
    memory.slice(2 * third),
  ]
  if (held(last) > held(middle) * MAX_GROWTH)
    problems.push(`Memory grew from ${held(middle)} to ${held(last)} MB`)
  return {
    problems,
    figures: `${minutes} min; ${counts.writes} writes, ${counts.reads} pages read; median memory after garbage collections in the three thirds: ${[first, middle, last].map(describe).join('; ')}`,
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const held = (memory: readonly Memory[]): number =>
  median(memory.map(({ heap, external }) => heap + external))

const describe = (memory: readonly Memory[]): string =>
  `${held(memory)} MB used, ${median(memory.map(({ resident }) => resident))} MB resident`
