import { api } from '#contract/api.ts'
import type { Call } from './service.ts'

export type SeedData = {
  readonly organizationId: string
  readonly spaces: readonly string[]
  readonly small: PagedSpace
  readonly large: PagedSpace
}

export type PagedSpace = { readonly spaceId: string; readonly pageId: string }

/** 100 collections with 100 spaces each, a space of 10 pages and one of 10,000 in folders of 100. */
export async function seed(call: Call, log: (line: string) => void): Promise<SeedData> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Bench' } })
  const params = { organizationId }
  const collections = await runParallel(100, 8, async (i) => {
    const { id } = await call(api.collections.create, { params, body: { title: `Collection ${i}` } })
    return id
  })
  log('100 collections')
  const startedAt = performance.now()
  const spaces = await runParallel(10_000, 8, async (i) => {
    const parent = collections[i % 100] ?? ''
    const { id } = await call(api.spaces.create, {
      params,
      body: { title: `Space ${i}`, emoji: '1f4d8', parent },
    })
    return id
  })
  log(`10,000 spaces in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  const small = await seedPagedSpace(call, organizationId, 1, 10)
  const large = await seedPagedSpace(call, organizationId, 100, 100)
  log('pages')
  return { organizationId, spaces, small, large }
}

/** Creates a space of folders with pages; returns it with its last page. */
export async function seedPagedSpace(
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
      const created = await insert(
        call,
        params,
        Array.from({ length: count }, (_, i) => ({
          ...page(`Page ${folder} ${from + i}`),
          into: top[0] ?? '',
        })),
      )
      pageId = created.at(-1) ?? pageId
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
  const response = await call(api.spaceContent.edit, { params, body: { changes } })
  return response.changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
}

/** Runs `action` for 0 … count − 1, `width` at a time; returns the results in order. */
export async function runParallel<T>(
  count: number,
  width: number,
  action: (i: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let nextIndex = 0
  const worker = async () => {
    while (nextIndex < count) {
      const i = nextIndex++
      results[i] = await action(i)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}
