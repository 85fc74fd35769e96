// Makes parts of a real service fail while it is used, and checks that nothing acknowledged is lost and that it recovers.
// Exits with 1 if something did.
import { parseArgs } from 'node:util'
import { killRounds } from './failures/kill.ts'
import { mixedLoad } from './failures/load.ts'
import type { Report } from './failures/report.ts'
import { clockJumps, databaseCut, diskFull, noFileHandles } from './failures/scenarios.ts'
import { terminated } from './failures/terminated.ts'
import { machineLabel } from './measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '20' }, minutes: { type: 'string', default: '30' } },
})

const log = (line: string): void => console.error(`· ${line}`)

const scenarios: Readonly<Record<string, () => Promise<Report>>> = {
  kill: () => killRounds(Number(values.rounds), log),
  'disk-full': diskFull,
  'database-cut': databaseCut,
  'clock-jumps': clockJumps,
  'no-file-handles': noFileHandles,
  terminated,
  load: () => mixedLoad(Number(values.minutes), log),
}

const names = positionals.length === 0 ? Object.keys(scenarios) : positionals
console.log(machineLabel('failures'))
for (const name of names) {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`Use one of: ${Object.keys(scenarios).join(', ')}`)
  const { figures, problems } = await scenario()
  console.log(`${name}: ${problems.length === 0 ? 'passed' : 'FAILED'}. ${figures}`)
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
