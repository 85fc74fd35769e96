import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { keyOf, qPages } from './api.ts'
import {
  applyOptimistic,
  changeCachedObject,
  pendingTogether,
  updateCachedObject,
  updateServerData,
} from './optimistic.ts'

let client = new QueryClient()
beforeEach(() => {
  client = new QueryClient()
})

describe('writes on one read', () => {
  const queryKey = ['tags']
  const data = () => client.getQueryData<string[]>(queryKey)
  const add = (tag: string) =>
    applyOptimistic<string[]>(client, { queryKey }, (tags) => (tags.includes(tag) ? tags : [...tags, tag]))
  /** What a refetch brings. */
  const receive = (tags: string[]) => client.fetchQuery({ queryKey, queryFn: async () => tags, staleTime: 0 })
  beforeEach(() => {
    client.setQueryData(queryKey, ['a'])
  })

  test('a write is shown before its response, and reverted if it is refused', () => {
    const write = add('b')
    expect(data()).toEqual(['a', 'b'])
    write.revert()
    expect(data()).toEqual(['a'])
  })

  test('a refused write leaves the write queued after it in place', () => {
    const [first] = [add('b'), add('c')]
    expect(data()).toEqual(['a', 'b', 'c'])
    first?.revert()
    expect(data()).toEqual(['a', 'c'])
  })

  test('a refetch in between shows the pending writes on top of the new data', async () => {
    const [first, second] = [add('b'), add('c')]
    await receive(['a', 'x'])
    expect(data()).toEqual(['a', 'x', 'b', 'c'])
    first.revert()
    expect(data()).toEqual(['a', 'x', 'c'])
    second.confirm()
    expect(data()).toEqual(['a', 'x', 'c'])
  })

  test('a refetch that already contains a pending write shows it once', async () => {
    const write = add('b')
    await receive(['a', 'b'])
    expect(data()).toEqual(['a', 'b'])
    write.confirm()
    expect(data()).toEqual(['a', 'b'])
  })

  test('the response of an earlier write stays if a later one is refused', () => {
    const [first, second] = [add('b'), add('c')]
    first.confirm()
    updateServerData<string[]>(client, { queryKey }, (tags) => tags.map((one) => one.toUpperCase()))
    expect(data()).toEqual(['A', 'B', 'c'])
    second.revert()
    expect(data()).toEqual(['A', 'B'])
  })

  test('writes that belong together go back together', () => {
    const writes = pendingTogether([add('b'), add('c')])
    writes.revert()
    expect(data()).toEqual(['a'])
  })

  test('a read that is not loaded is left alone', () => {
    applyOptimistic(client, { queryKey: ['unknown'] }, () => 'data').confirm()
    expect(client.getQueryData(['unknown'])).toBeUndefined()
  })
})

describe('one object in several reads', () => {
  type Titled = { id: string; title: string }
  const params = { organizationId: 'o' }
  const team = (id: string): Titled => ({ id, title: id })
  const titles = (): string[] =>
    client
      .getQueriesData<{ pages?: { items: Titled[] }[]; title?: string }>({ queryKey: ['teams'] })
      .flatMap(([, data]) =>
        data?.pages
          ? data.pages.flatMap(({ items }) => items.map(({ title }) => title))
          : [data?.title ?? ''],
      )
  const rename = (id: string, title: string) =>
    changeCachedObject<Titled>(client, api.teams, id, (one) => ({ ...one, title }))
  beforeEach(() => {
    client.setQueryData(qPages(api.teams.list, { params }).queryKey as readonly unknown[], {
      pages: [
        { count: 3, items: [team('a'), team('b')] },
        { count: 3, items: [team('c')] },
      ],
      pageParams: [undefined, 'next'],
    })
    client.setQueryData(keyOf(api.teams.get, { params: { ...params, teamId: 'b' } }), team('b'))
  })

  test('it changes in every list and on its own', async () => {
    await rename('b', 'new')
    expect(titles()).toEqual(['a', 'new', 'c', 'new'])
  })

  test('a reverted change doesn’t affect later changes', async () => {
    const write = await rename('b', 'new')
    await rename('c', 'other')
    write.revert()
    expect(titles()).toEqual(['a', 'b', 'other', 'b'])
  })

  test('the response of the server is shown everywhere', () => {
    updateCachedObject<Titled>(client, api.teams, { id: 'b', title: 'Server' })
    expect(titles()).toEqual(['a', 'Server', 'c', 'Server'])
  })
})
