// Measures changes to the structure of a site of 1,000 sections: live, in a plan, and restored from the history.
import { api } from '#contract/api.ts'
import type { StructureChange } from '#contract/site-plans.ts'
import { machineLabel } from './measure.ts'
import { startBenchService } from './service.ts'

const log = (line: string): void => console.error(`· ${line}`)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const sectionCount = Number(process.env.BENCH_SECTIONS ?? 1000)
const spaceCount = 50

/** Sends one request after the other and measures each in milliseconds, without the first three. */
async function measureAction(
  name: string,
  rounds: number,
  action: (round: number) => Promise<unknown>,
): Promise<string> {
  const times: number[] = []
  for (let round = -3; round < rounds; round++) {
    const startedAt = performance.now()
    await action(round + 3)
    if (round >= 0) times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  const row = `| ${name} | ${percentile(0.5)} | ${percentile(0.95)} |`
  log(row)
  return row
}

const service = await startBenchService()
try {
  const { call } = service
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench structure' } })
  const inOrganization = { organizationId }
  const spaces: string[] = []
  for (let i = 0; i < spaceCount; i++) {
    const body = { title: `Space ${i}` }
    spaces.push((await call(api.spaces.create, { params: inOrganization, body })).id)
  }
  const { id: siteId } = await call(api.sites.create, {
    params: inOrganization,
    body: { title: 'Bench site' },
  })
  const params = { organizationId, siteId }
  const sections: string[] = []
  for (let i = 0; i < sectionCount; i++) {
    const body = { spaceId: spaces[i % spaceCount] ?? '', title: `Section ${i}` }
    sections.push((await call(api.siteSections.create, { params, body })).id)
  }
  log(`${sectionCount} sections`)
  const sectionAt = (n: number): string => sections[n % sectionCount] ?? ''
  const section = (id: string) => ({ type: 'site-section' as const, id })
  /** A different move each round. */
  const moveOf = (round: number) => ({
    item: section(sectionAt(round * 37 + 1)),
    position: { before: section(sectionAt(round * 91 + 500)) },
  })
  const planned = (round: number): StructureChange => ({ type: 'move', ...moveOf(round) })
  const addSteps = (changes: readonly StructureChange[]) =>
    call(api.sitePlans.addSteps, { params, body: { changes: [...changes] } })

  const rows = [
    await measureAction('get the structure', rounds, () => call(api.siteStructure.get, { params })),
    await measureAction('sort one section, live', rounds, (round) =>
      call(api.siteStructure.sort, { params, body: moveOf(round) }),
    ),
    await measureAction('read an empty plan', rounds, () => call(api.sitePlans.get, { params })),
    await measureAction('plan one move more, 3 to 43 steps there', rounds, (round) =>
      addSteps([planned(round)]),
    ),
    await measureAction(`read a plan of ${rounds + 3} steps`, rounds, () =>
      call(api.sitePlans.get, { params }),
    ),
  ]
  await call(api.sitePlans.discard, { params })
  rows.push(
    await measureAction('plan a move and publish it', rounds / 4, async (round) => {
      await addSteps([planned(round + 100)])
      await call(api.sitePlans.publish, { params, body: {} })
    }),
  )
  const { items } = await call(api.siteHistory.list, { params })
  const entries = items.map(({ id }) => ({ ...params, historyEntryId: id }))
  const [newest, oldest] = [entries[0], entries[8]]
  if (newest === undefined || oldest === undefined) throw new Error('The history is too short')
  rows.push(
    await measureAction('list the history', rounds / 4, () => call(api.siteHistory.list, { params })),
    await measureAction('look at an earlier structure', rounds / 4, () =>
      call(api.siteHistory.get, { params: oldest }),
    ),
    await measureAction('bring one of two structures back', rounds / 4, (round) =>
      call(api.siteHistory.restore, { params: round % 2 === 0 ? oldest : newest, body: {} }),
    ),
  )
  console.log(
    [
      machineLabel(`one request after the other, ${rounds} of each`),
      '',
      '| What | p50 ms | p95 ms |',
      '| --- | --: | --: |',
      ...rows,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
