import { setTimeout as pause } from 'node:timers/promises'
import type { Instance } from './instance.ts'
import type { Report } from './report.ts'
import { verify } from './verify.ts'
import { type Journal, openJournal, readOne, writeOne } from './writes.ts'

const WRITERS = 3
const READERS = 2
const RECOVERY_WRITES = 8

type Disturbance = (instance: Instance, journal: Journal) => Promise<string>

/**
 * Writes and reads pages while something is wrong, then checks that writes succeed again and that nothing acknowledged is
 * lost. Answers of 503 and 507 are expected in the meantime, other errors are not.
 */
export async function disturbed(instance: Instance, disturbance: Disturbance): Promise<Report> {
  try {
    const journal = await openJournal(instance)
    const finished = new AbortController()
    let number = 0
    const write = async (): Promise<void> => {
      while (!finished.signal.aborted) {
        await writeOne(instance, journal, number++)
        await pause(10)
      }
    }
    const read = async (): Promise<void> => {
      while (!finished.signal.aborted) {
        await readOne(instance, journal)
        await pause(10)
      }
    }
    const load = [...Array.from({ length: WRITERS }, write), ...Array.from({ length: READERS }, read)]
    await pause(1000)
    const note = await disturbance(instance, journal).finally(() => finished.abort())
    await Promise.all(load)
    const before = journal.refused + journal.interrupted
    for (let count = 0; count < RECOVERY_WRITES; count++) await writeOne(instance, journal, number++)
    const failed = journal.refused + journal.interrupted - before
    const problems = [...journal.errors, ...(await verify(instance, journal))]
    if (failed > 0) problems.push(`${failed} of ${RECOVERY_WRITES} writes failed afterwards`)
    const acknowledged = journal.acknowledged.length + journal.files.length
    return {
      problems,
      figures: `${note}; ${acknowledged} writes acknowledged, ${journal.refused} refused with 503 or 507, ${journal.interrupted} interrupted`,
    }
  } finally {
    await instance.stop()
  }
}
