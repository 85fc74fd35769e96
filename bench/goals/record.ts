// Hands the figures of a benchmark to the run that compares all of them with their goals.
import { appendFileSync } from 'node:fs'

/** Figures by name, as `goals.ts` uses them. Without a run of all goals they are only printed by the benchmark. */
export function record(figures: Readonly<Record<string, number>>): void {
  const file = process.env.BENCH_FIGURES
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`)
}
