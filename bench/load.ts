import { api } from '#contract/api.ts'
import type { Call } from './service.ts'

export type Loaded = {
  readonly organizationId: string
  readonly spaces: readonly string[]
  readonly small: PagedSpace
  readonly large: PagedSpace
}

export type PagedSpace = { readonly spaceId: string; readonly pageId: string }

/** 100 collections with 100 spaces each, a space of 10 pages and one of 10,000 in folders of 100. */
export async function load(call: Call, say: (line: string) => void): Promise<Loaded> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const params = { organizationId }
  const collections = await inParallel(100, 8, async (i) => {
    const { id } = await call(api.collections.create, { params, body: { title: `Collection ${i}` } })
    return id
  })
  say('100 collections')
  const begun = performance.now()
  const spaces = await inParallel(10_000, 8, async (i) => {
    const parent = collections[i % 100] ?? ''
    const { id } = await call(api.spaces.create, {
      params,
      body: { title: `Space ${i}`, emoji: '1f4d8', parent },
    })
    return id
  })
  say(`10,000 spaces in ${Math.round((performance.now() - begun) / 1000)} s`)
  const small = await pagedSpace(call, organizationId, 1, 10)
  const large = await pagedSpace(call, organizationId, 100, 100)
  say('pages')
  return { organizationId, spaces, small, large }
}

/** A space of folders with pages in each; the last page made comes along. */
export async function pagedSpace(
  call: Call,
  organizationId: string,
  folders: number,
  pages: number,
): Promise<PagedSpace> {
  const { id: spaceId } = await call(api.spaces.create, {
    params: { organizationId },
    body: { title: `${folders} × ${pages}` },
  })
  const params = { spaceId }
  let pageId = ''
  for (let folder = 0; folder < folders; folder++) {
    const top = await insert(call, params, [page(`Folder ${folder}`)])
    for (let from = 0; from < pages; from += 50) {
      const count = Math.min(50, pages - from)
      const made = await insert(
        call,
        params,
        Array.from({ length: count }, (_, i) => ({
          ...page(`Page ${folder} ${from + i}`),
          into: top[0] ?? '',
        })),
      )
      pageId = made.at(-1) ?? pageId
    }
  }
  return { spaceId, pageId }
}

const page = (title: string) => ({
  operation: 'insert_page' as const,
  title,
  document: {
    markdown: `# ${title}\n\n${'A sentence of some length about what this page is about. '.repeat(20)}\n`,
  },
})

async function insert(
  call: Call,
  params: { spaceId: string },
  changes: ReturnType<typeof page>[],
): Promise<string[]> {
  const answer = await call(api.spaceContent.edit, { params, body: { changes } })
  return answer.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
}

/** Runs `act` for 0 … count − 1, some at a time; the results in order. */
export async function inParallel<T>(
  count: number,
  width: number,
  act: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const i = next++
      results[i] = await act(i)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
