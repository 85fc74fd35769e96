import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Input, Route } from '#contract/route.ts'
import type { List } from '#contract/shared/paging.ts'
import { type CallAs, useTestApp } from './app.ts'
import { authenticated } from './contract-sweep.ts'
import { listFixtures } from './pagination/lists.ts'
import type { ListFixture, Undo } from './pagination/setup.ts'

const app = useTestApp()

/** Lists without items, for clients that read them. */
const isAlwaysEmpty = (route: Route) => Object.values(api.integrations).includes(route as never)

const paged = authenticated.filter(
  (route) =>
    route.query && 'page' in route.query.shape && 'limit' in route.query.shape && !isAlwaysEmpty(route),
)

let lists: ReadonlyMap<string, ListFixture>
let call: CallAs

beforeAll(async () => {
  const fixtures = await listFixtures(app)
  lists = fixtures.lists
  call = app.as(fixtures.admin)
}, 120_000)

type Item = Readonly<Record<string, unknown>>

/** Identifies an item: its id, otherwise the id of the object it refers to. */
function keyOf(item: unknown): string {
  const { id, url, kind, method, path, ...rest } = item as Item
  if (typeof id === 'string') return id
  if (typeof method === 'string') return `${method} ${path}`
  if (kind === 'url' && typeof url === 'string') return url
  for (const name of [
    'on',
    'targetReference',
    'page',
    'file',
    'user',
    'team',
    'space',
    'site',
    'organization',
  ]) {
    const part = rest[name]
    const key = typeof part === 'object' && part !== null ? keyOf(part) : ''
    if (key !== '') return key
  }
  return ''
}

async function read(route: Route, { params, query, body }: ListFixture, paging: object): Promise<List<Item>> {
  const input = { ...(params ? { params } : {}), ...(body ? { body } : {}), query: { ...query, ...paging } }
  const response: unknown = await call(route, input as Input<Route>)
  return response as List<Item>
}

/** A limit that every list accepts. */
const MAX_LIMIT = 100

/** Reads all rows while no one writes. */
async function readAll(route: Route, list: ListFixture): Promise<Item[]> {
  const items: Item[] = []
  for (let page: string | undefined; ; ) {
    const chunk = await read(route, list, { limit: MAX_LIMIT, ...(page === undefined ? {} : { page }) })
    items.push(...chunk.items)
    page = chunk.next?.page
    if (page === undefined) return items
  }
}

/** Adds rows and undoes every third, one step at a time. */
function writerOf({ addRow }: ListFixture): { step: () => Promise<void>; end: () => Promise<void> } {
  const undo: Undo[] = []
  let steps = 0
  return {
    async step() {
      steps += 1
      if (steps % 3 === 0) await undo.shift()?.()
      else if (addRow) undo.push(await addRow())
    },
    async end() {
      for (const one of undo) await one()
    },
  }
}

describe('a list that is read three rows at a time', () => {
  test.each(paged.map((route) => [route.id, route] as const))(
    '%s returns every row that existed throughout exactly once, while others are added and removed',
    async (id, route) => {
      const list = lists.get(id)
      if (list === undefined) throw new Error(`Give ${id} rows to page through, in src/testing/pagination/`)
      const before = (await readAll(route, list)).map(keyOf)
      expect(before.length).toBeGreaterThanOrEqual(7)
      expect(before).not.toContain('')
      const writer = writerOf(list)
      const seen: string[] = []
      let page: string | undefined
      do {
        const paging = { limit: 3, ...(page === undefined ? {} : { page }) }
        const [chunk] = await Promise.all([read(route, list, paging), writer.step()])
        expect(chunk.items.length).toBeLessThanOrEqual(3)
        seen.push(...chunk.items.map(keyOf))
        page = chunk.next?.page
        await writer.step()
      } while (page !== undefined && seen.length < 1000)
      await writer.end()
      const after = new Set((await readAll(route, list)).map(keyOf))
      expect(new Set(seen).size, 'no row twice').toBe(seen.length)
      const missed = before.filter((key) => after.has(key) && !seen.includes(key))
      expect(missed, 'no row missed').toEqual([])
    },
    30_000,
  )

  test.each(paged.map((route) => [route.id, route] as const))(
    '%s counts all rows on every page, and returns none for limit 0',
    async (id, route) => {
      const list = lists.get(id) ?? {}
      const all = await readAll(route, list)
      const first = await read(route, list, { limit: 3 })
      expect(first).toMatchObject({ count: all.length, items: all.slice(0, 3) })
      const second = await read(route, list, { limit: 3, page: first.next?.page })
      expect(second).toMatchObject({ count: all.length, items: all.slice(3, 6) })
      expect(await read(route, list, { limit: 0 })).toMatchObject({ count: all.length, items: [] })
    },
  )
})
