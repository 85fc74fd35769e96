// Measures operations on the content of spaces of 100, 1,000 and 10,000 pages, whose time must not grow with the space.
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { machineLabel } from './measure.ts'
import { seedPagedSpace } from './seed.ts'
import { type Call, startBenchService } from './service.ts'

const log = (line: string): void => console.error(`· ${line}`)
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
/** Number of folders, and of pages in each. */
const sizes = [
  [10, 9],
  [10, 99],
  [100, 99],
] as const

type Action = () => Promise<unknown>
type Figure = { readonly p50: number; readonly p99: number }

type Bench = {
  readonly call: Call
  readonly params: { readonly spaceId: string }
  /** Documents in the folders. */
  readonly pages: readonly { readonly id: string; readonly path: string }[]
}

const documentsBelowFolders = (pages: readonly Page[]): Bench['pages'] =>
  pages
    .flatMap((page) => ('pages' in page ? page.pages : []))
    .flatMap((page) => {
      return page.type === 'document' ? [{ id: page.id, path: page.path }] : []
    })

const text = (word: string) =>
  `Text ${word}.\n\n${'A sentence of some length about this page. '.repeat(25)}\n`

const write = (page: string, word: string): ContentChangeInput => ({
  operation: 'update_page',
  page,
  document: { markdown: text(word) },
})

/** Measured actions, each with an optional preparation that is not measured. */
function benchRequests({
  call,
  params,
  pages,
}: Bench): readonly (readonly [string, Action, (() => Promise<void>)?])[] {
  let counter = 0
  const next = () => {
    counter += 7
    return pages[counter % pages.length] ?? { id: '', path: '' }
  }
  const edit = (changes: ContentChangeInput[]) => call(api.spaceContent.edit, { params, body: { changes } })
  const read = () =>
    call(api.spaceContent.pageByPath, { params: { ...params, pagePath: next().path }, query: {} })
  let changeRequestId = ''
  let revision = ''
  const propose = async () => {
    const changeRequest = await call(api.changeRequests.create, { params })
    changeRequestId = changeRequest.id
    const changes = Array.from({ length: 10 }, () => write(next().id, `${counter}`))
    const percentile = { ...params, changeRequestId: changeRequestId }
    await call(api.changeRequestContent.edit, { params: percentile, body: { changes } })
  }
  const proposeAndEdit = async () => {
    await propose()
    await edit([write(next().id, `beside ${counter}`)])
  }
  const merge = () =>
    call(api.changeRequests.merge, { params: { ...params, changeRequestId: changeRequestId } })
  return [
    ['commit of one page', () => edit([write(next().id, `${counter}`)])],
    ['merge of 10 pages', merge, propose],
    ['merge of 10 pages into a space that moved on', merge, proposeAndEdit],
    ['page by path', read],
    [
      'page by path right after a commit',
      read,
      async () => void (await edit([write(next().id, `${counter}`)])),
    ],
    ['tree', () => call(api.spaceContent.pages, { params })],
    [
      'diff of a revision of 10 pages',
      () =>
        call(api.revisions.changes, { params: { ...params, revisionId: revision }, query: { limit: 100 } }),
      async () => {
        const changes = Array.from({ length: 10 }, () => write(next().id, `${counter}`))
        revision = (await edit(changes)).revision
      },
    ],
  ]
}

async function measureAction(
  action: Action,
  before: () => Promise<void> = async () => undefined,
): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds + 10; round++) {
    await before()
    const startedAt = performance.now()
    await action()
    // The first ten rounds are warm-up.
    if (round >= 10) times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: percentile(0.5), p99: percentile(0.99) }
}

const service = await startBenchService()
try {
  const { call } = service
  const { id } = await call(api.organizations.create, { body: { title: 'Bench content' } })
  const columns: Map<string, Figure>[] = []
  for (const [folders, count] of sizes) {
    const { spaceId } = await seedPagedSpace(call, id, folders, count)
    const params = { spaceId }
    const { pages } = await call(api.spaceContent.pages, { params })
    log(`${folders * (count + 1)} pages`)
    const column = new Map<string, Figure>()
    for (const [name, action, before] of benchRequests({
      call,
      params,
      pages: documentsBelowFolders(pages),
    })) {
      column.set(name, await measureAction(action, before))
      log(`${name}: ${column.get(name)?.p50.toFixed(1)} ms`)
    }
    columns.push(column)
  }
  const [small, middle, large] = columns
  const cell = (figure: Figure | undefined) => `${figure?.p50.toFixed(1)} / ${figure?.p99.toFixed(1)}`
  const rows = [...(small ?? new Map<string, Figure>()).keys()].map((name) => {
    const [a, b, c] = [small?.get(name), middle?.get(name), large?.get(name)]
    const growth = ((c?.p50 ?? 0) / (a?.p50 ?? 1)).toFixed(1)
    return `| ${name} | ${cell(a)} | ${cell(b)} | ${cell(c)} | ${growth} |`
  })
  const head = [
    '| What, p50 / p99 in ms | 100 pages | 1,000 | 10,000 | growth of p50 |',
    '| --- | --: | --: | --: | --: |',
  ]
  console.log([machineLabel(`${rounds} rounds each`), '', ...head, ...rows].join('\n'))
} finally {
  await service.stop()
}
