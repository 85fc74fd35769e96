import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { type LoadResult, runLoad } from '#testing/instances/load.ts'
import type { Cluster } from './cluster.ts'
import { storedTitles } from './stored-titles.ts'

/** SIGKILL is a machine that fails, SIGTERM an instance that is replaced. */
export type LossSignal = 'SIGKILL' | 'SIGTERM'

const CLIENTS = 8
const BEFORE_MS = 4_000
const AFTER_MS = 8_000

/** Ends the last instance under load, and compares what was acknowledged with what the others have. */
export async function loseInstance(
  cluster: Cluster,
  signal: LossSignal,
): Promise<{ row: string; problems: readonly string[] }> {
  const { call, baseUrl, token, count, storage } = cluster
  const { id: organizationId } = await call(api.organizations.create, {
    body: { title: `Loses by ${signal}` },
  })
  let isOver = false
  const startedAt = performance.now()
  const load = runLoad({ baseUrl, token, organizationId, clients: CLIENTS, until: () => isOver })
  await pause(BEFORE_MS)
  const lostAt = performance.now() - startedAt
  const ended = cluster.endLast(signal)
  await pause(AFTER_MS)
  isOver = true
  const result = await load
  await ended
  const stored = await storedTitles(call, organizationId)
  const lost = result.acknowledged.filter((title) => stored.filter((one) => one === title).length !== 1)
  await cluster.startLast()
  const problems = [...lost.map((title) => `${title} is lost or there twice`)]
  if (result.timeouts > 0) problems.push(`${result.timeouts} requests took over 30 s`)
  return { problems, row: `| ${storage} | ${count} | ${signal} | ${figures(result, lost.length, lostAt)} |` }
}

function figures(
  { acknowledged, failedAttempts, refusedKeys, lastFailureAt, slowest, timeouts }: LoadResult,
  lost: number,
  lostAt: number,
): string {
  const recoveredIn = failedAttempts === 0 ? 0 : Math.max(0, Math.round(lastFailureAt - lostAt))
  return [
    acknowledged.length,
    lost,
    failedAttempts,
    recoveredIn,
    refusedKeys,
    Math.round(slowest),
    timeouts,
  ].join(' | ')
}
