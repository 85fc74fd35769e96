import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { keyOf, qPages } from './api.ts'
import { changeShown } from './shown.ts'

type Named = { id: string; title: string }
const params = { organizationId: 'o' }

function filled(): QueryClient {
  const client = new QueryClient()
  const all = qPages(api.teams.list, { params })
  client.setQueryData(all.queryKey as readonly unknown[], {
    pages: [
      { count: 3, items: [team('a'), team('b')] },
      { count: 3, items: [team('c')] },
    ],
    pageParams: [undefined, 'next'],
  })
  client.setQueryData(keyOf(api.teams.get, { params: { ...params, teamId: 'b' } }), team('b'))
  return client
}

const team = (id: string): Named => ({ id, title: id })
const titles = (client: QueryClient): string[] =>
  client
    .getQueriesData<{ pages?: { items: Named[] }[]; title?: string }>({ queryKey: ['teams'] })
    .flatMap(([, data]) =>
      data?.pages ? data.pages.flatMap(({ items }) => items.map(({ title }) => title)) : [data?.title ?? ''],
    )

test('one object is changed in every list and by itself', async () => {
  const client = filled()
  await changeShown<Named>(client, api.teams, 'b', (one) => ({ ...one, title: 'new' }))
  expect(titles(client)).toEqual(['a', 'new', 'c', 'new'])
})

test('what is put back leaves alone what was changed meanwhile', async () => {
  const client = filled()
  const restore = await changeShown<Named>(client, api.teams, 'b', (one) => ({ ...one, title: 'new' }))
  await changeShown<Named>(client, api.teams, 'c', (one) => ({ ...one, title: 'other' }))
  restore()
  expect(titles(client)).toEqual(['a', 'b', 'other', 'b'])
})
