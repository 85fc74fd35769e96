// Measures what is done with the content of a space of 100, of 1,000 and of 10,000 pages, one request after the other: what must not grow with the space.
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import type { Page } from '#contract/pages.ts'
import { pagedSpace } from './load.ts'
import { machine } from './measuring.ts'
import { type Call, startBenchService } from './service.ts'

const say = (line: string): void => console.error(`· ${line}`)
const rounds = Number(process.env.BENCH_ROUNDS ?? 200)
/** Folders, and pages in each. */
const sizes = [
  [10, 9],
  [10, 99],
  [100, 99],
] as const

type Act = () => Promise<unknown>
type Figure = { readonly p50: number; readonly p99: number }

type Bench = {
  readonly call: Call
  readonly params: { readonly spaceId: string }
  /** Documents below the folders. */
  readonly pages: readonly { readonly id: string; readonly path: string }[]
}

const below = (pages: readonly Page[]): Bench['pages'] =>
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

/** What is measured, each with what has to be done before, which is not. */
function shots({ call, params, pages }: Bench): readonly (readonly [string, Act, (() => Promise<void>)?])[] {
  let turn = 0
  const next = () => {
    turn += 7
    return pages[turn % pages.length] ?? { id: '', path: '' }
  }
  const edit = (changes: ContentChangeInput[]) => call(api.spaceContent.edit, { params, body: { changes } })
  const read = () =>
    call(api.spaceContent.pageByPath, { params: { ...params, pagePath: next().path }, query: {} })
  let request = ''
  let revision = ''
  const propose = async () => {
    const made = await call(api.changeRequests.create, { params })
    request = made.id
    const changes = Array.from({ length: 10 }, () => write(next().id, `${turn}`))
    const at = { ...params, changeRequestId: request }
    await call(api.changeRequestContent.edit, { params: at, body: { changes } })
  }
  const beside = async () => {
    await propose()
    await edit([write(next().id, `beside ${turn}`)])
  }
  const merge = () => call(api.changeRequests.merge, { params: { ...params, changeRequestId: request } })
  return [
    ['commit of one page', () => edit([write(next().id, `${turn}`)])],
    ['merge of 10 pages', merge, propose],
    ['merge of 10 pages into a space that moved on', merge, beside],
    ['page by path', read],
    ['page by path right after a commit', read, async () => void (await edit([write(next().id, `${turn}`)]))],
    ['tree', () => call(api.spaceContent.pages, { params })],
    [
      'diff of a revision of 10 pages',
      () =>
        call(api.revisions.changes, { params: { ...params, revisionId: revision }, query: { limit: 100 } }),
      async () => {
        const changes = Array.from({ length: 10 }, () => write(next().id, `${turn}`))
        revision = (await edit(changes)).revision
      },
    ],
  ]
}

async function figureOf(act: Act, before: () => Promise<void> = async () => undefined): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds + 10; round++) {
    await before()
    const begun = performance.now()
    await act()
    // The first few warm the way.
    if (round >= 10) times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

const service = await startBenchService()
try {
  const { call } = service
  const { id } = await call(api.organizations.create, { body: { title: 'Bench content' } })
  const columns: Map<string, Figure>[] = []
  for (const [folders, count] of sizes) {
    const { spaceId } = await pagedSpace(call, id, folders, count)
    const params = { spaceId }
    const { pages } = await call(api.spaceContent.pages, { params })
    say(`${folders * (count + 1)} pages`)
    const column = new Map<string, Figure>()
    for (const [name, act, before] of shots({ call, params, pages: below(pages) })) {
      column.set(name, await figureOf(act, before))
      say(`${name}: ${column.get(name)?.p50.toFixed(1)} ms`)
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
  console.log([machine(`${rounds} rounds each`), '', ...head, ...rows].join('\n'))
} finally {
  await service.stop()
}
