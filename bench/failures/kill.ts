import { setTimeout as pause } from 'node:timers/promises'
import { startInstance, VICTIMS } from './instance.ts'
import type { Report } from './report.ts'
import { verify } from './verify.ts'
import { openJournal, readOne, writeOne } from './writes.ts'

const WRITERS = 4
const WRITES_PER_ROUND = 12
/** A new organization now and then, so that the last rounds take no longer than the first. */
const ROUNDS_PER_ORGANIZATION = 20

/** Rounds of SIGKILL during writes. Everything that was acknowledged is checked after each round and at the end. */
export async function killRounds(rounds: number, log: (line: string) => void): Promise<Report> {
  const instance = await startInstance()
  const totals = { acknowledged: 0, interrupted: 0, refused: 0, recoveries: [] as number[] }
  const problems: string[] = []
  try {
    let journal = await openJournal(instance)
    let checked = { writes: 0, files: 0, imports: 0 }
    let number = 0
    for (let round = 0; round < rounds; round++) {
      const victim = VICTIMS[round % VICTIMS.length] ?? 'service'
      const last = number + WRITES_PER_ROUND
      const killAfter = number + 2 + Math.floor(Math.random() * (WRITES_PER_ROUND - 4))
      const current = journal
      const write = async (): Promise<void> => {
        while (number < last) await writeOne(instance, current, number++)
      }
      const kill = async (): Promise<void> => {
        while (number < killAfter) await pause(2)
        const startedAt = performance.now()
        await instance.kill(victim)
        await instance.ready()
        totals.recoveries.push(performance.now() - startedAt)
      }
      await Promise.all([kill(), readOne(instance, current), ...Array.from({ length: WRITERS }, write)])
      const lost = await verify(instance, current, checked)
      problems.push(...lost.map((what) => `round ${round + 1} (${victim}): ${what}`))
      if ((round + 1) % 10 === 0 || lost.length > 0)
        log(`round ${round + 1}: ${problems.length} problems; ${lost[0] ?? 'nothing lost'}`)
      if ((round + 1) % ROUNDS_PER_ORGANIZATION !== 0 && round + 1 < rounds) continue
      problems.push(...(await verify(instance, current)), ...current.errors)
      totals.acknowledged += current.acknowledged.length + current.files.length
      totals.interrupted += current.interrupted
      totals.refused += current.refused
      journal = await openJournal(instance)
      checked = { writes: 0, files: 0, imports: 0 }
    }
  } finally {
    await instance.stop()
  }
  const recoveries = totals.recoveries.toSorted((a, b) => a - b)
  const slowest = Math.round(recoveries.at(-1) ?? 0)
  const median = Math.round(recoveries[Math.floor(recoveries.length / 2)] ?? 0)
  return {
    problems,
    figures: `${rounds} rounds; ${totals.acknowledged} writes acknowledged, ${totals.interrupted} interrupted, ${totals.refused} refused with 503; ready again after ${median} ms (median), ${slowest} ms (slowest)`,
  }
}
