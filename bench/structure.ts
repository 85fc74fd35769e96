// Measures what is done to the structure of a site of 1,000 sections: live, in a plan, and back from the history.
import { api } from '#contract/api.ts'
import type { PlanAct } from '#contract/site-plans.ts'
import { machine } from './measuring.ts'
import { startBenchService } from './service.ts'

const say = (line: string): void => console.error(`· ${line}`)
const rounds = Number(process.env.BENCH_ROUNDS ?? 40)
const sectionCount = Number(process.env.BENCH_SECTIONS ?? 1000)
const spaceCount = 50

/** One request after the other; milliseconds of each, the first few left out. */
async function timed(name: string, times: number, act: (round: number) => Promise<unknown>): Promise<string> {
  const took: number[] = []
  for (let round = -3; round < times; round++) {
    const begun = performance.now()
    await act(round + 3)
    if (round >= 0) took.push(performance.now() - begun)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)
  const row = `| ${name} | ${at(0.5)} | ${at(0.95)} |`
  say(row)
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
  say(`${sectionCount} sections`)
  const one = (n: number): string => sections[n % sectionCount] ?? ''
  const section = (id: string) => ({ type: 'site-section' as const, id })
  /** A move that goes somewhere else each round. */
  const moveOf = (round: number) => ({
    item: section(one(round * 37 + 1)),
    position: { before: section(one(round * 91 + 500)) },
  })
  const planned = (round: number): PlanAct => ({ type: 'move', ...moveOf(round) })
  const addSteps = (acts: readonly PlanAct[]) =>
    call(api.sitePlans.addSteps, { params, body: { acts: [...acts] } })

  const rows = [
    await timed('get the structure', rounds, () => call(api.siteStructure.get, { params })),
    await timed('sort one section, live', rounds, (round) =>
      call(api.siteStructure.sort, { params, body: moveOf(round) }),
    ),
    await timed('read an empty plan', rounds, () => call(api.sitePlans.get, { params })),
    await timed('plan one move more, 3 to 43 steps there', rounds, (round) => addSteps([planned(round)])),
    await timed(`read a plan of ${rounds + 3} steps`, rounds, () => call(api.sitePlans.get, { params })),
  ]
  await call(api.sitePlans.discard, { params })
  rows.push(
    await timed('plan a move and publish it', rounds / 4, async (round) => {
      await addSteps([planned(round + 100)])
      await call(api.sitePlans.publish, { params, body: {} })
    }),
  )
  const { items } = await call(api.siteHistory.list, { params })
  const entries = items.map(({ id }) => ({ ...params, historyEntryId: id }))
  const [newest, oldest] = [entries[0], entries[8]]
  if (newest === undefined || oldest === undefined) throw new Error('The history is too short')
  rows.push(
    await timed('list the history', rounds / 4, () => call(api.siteHistory.list, { params })),
    await timed('look at an earlier structure', rounds / 4, () =>
      call(api.siteHistory.get, { params: oldest }),
    ),
    await timed('bring one of two structures back', rounds / 4, (round) =>
      call(api.siteHistory.restore, { params: round % 2 === 0 ? oldest : newest, body: {} }),
    ),
  )
  console.log(
    [
      machine(`one request after the other, ${rounds} of each`),
      '',
      '| What | p50 ms | p95 ms |',
      '| --- | --: | --: |',
      ...rows,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
