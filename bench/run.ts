// Measures the service against a bare node:http server with the same bytes, in one run on one machine.

import { record } from './goals/record.ts'
import { type BenchRequest, machineLabel, measureRow, tableHead } from './measure.ts'
import { type SeedData, seed } from './seed.ts'
import { startBenchService } from './service.ts'

function benchRequests({
  organizationId,
  spaces,
  small,
  large,
}: SeedData): readonly (readonly [string, BenchRequest])[] {
  const [spaceId = '', two = ''] = spaces
  const commit = (pageId: string) => ({
    method: 'POST' as const,
    connections: 1,
    bodies: Array.from({ length: 50 }, (_, i) =>
      JSON.stringify({
        changes: [
          {
            operation: 'update_page',
            page: pageId,
            document: { markdown: `Text ${i} ${'word '.repeat(200)}` },
          },
        ],
      }),
    ),
  })
  const after = (space: string) => JSON.stringify({ position: { after: { type: 'space', space } } })
  const before = (space: string) => JSON.stringify({ position: { before: { type: 'space', space } } })
  const neighbor = spaces[100] ?? two
  return [
    ['list of 50 spaces', { path: `/v1/orgs/${organizationId}/spaces?limit=50` }],
    ['get a space', { path: `/v1/spaces/${spaceId}` }],
    [
      'create a space',
      { path: `/v1/orgs/${organizationId}/spaces`, method: 'POST', bodies: ['{"title":"New"}'] },
    ],
    [
      'move a space',
      {
        path: `/v1/spaces/${spaceId}/move`,
        method: 'POST',
        connections: 1,
        bodies: [after(neighbor), before(neighbor)],
      },
    ],
    ['commit one page of 10', { path: `/v1/spaces/${small.spaceId}/content`, ...commit(small.pageId) }],
    ['commit one page of 10,000', { path: `/v1/spaces/${large.spaceId}/content`, ...commit(large.pageId) }],
    ['read the tree of 10 pages', { path: `/v1/spaces/${small.spaceId}/content/pages` }],
    ['read the tree of 10,000 pages', { path: `/v1/spaces/${large.spaceId}/content/pages`, connections: 2 }],
  ]
}

const log = (line: string): void => console.error(`· ${line}`)

const service = await startBenchService()
try {
  log(`second start to first answer: ${Math.round(service.startedIn)} ms`)
  await new Promise((later) => setTimeout(later, 15_000))
  const idle = service.memory()
  log(`idle: service ${idle.service} MB, database ${idle.database} MB`)
  const loaded = await seed(service.call, log)
  const rows: string[] = []
  for (const [name, request] of benchRequests(loaded)) {
    rows.push(await measureRow(service, name, request))
    log(rows.at(-1) ?? '')
  }
  const busy = service.memory()
  // Workers without a task end after 30 s.
  await new Promise((later) => setTimeout(later, 40_000))
  const after = service.memory()
  record({ 'memory at the end': busy.service, 'memory after': after.service })
  console.log(
    [
      machineLabel(),
      '',
      ...tableHead,
      ...rows,
      '',
      `Second start to first answer: ${Math.round(service.startedIn)} ms. Idle memory: service ${idle.service} MB, database ${idle.database} MB, together ${idle.service + idle.database} MB; at the end of this run ${busy.service} and ${busy.database} MB, 40 s later ${after.service} and ${after.database} MB.`,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
