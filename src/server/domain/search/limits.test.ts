import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { manyPages } from '#testing/many-pages.ts'
import { settle } from '#testing/query-plans.ts'

const app = useTestApp()

let admin: Person
let organizationId = ''
let spaceId = ''
beforeAll(async () => {
  ;({ organizationId, admin } = await app.anOrganization())
  const as = app.as(admin)
  ;({ id: spaceId } = await as(api.spaces.create, { params: { organizationId } }))
  await manyPages(app.db, { organizationId, spaceId }, 3_000)
  const changes = [
    page('Common', 'x'),
    page('Page', 'x'),
    page('Uncommon', '## Common\n\nx'),
    page('Common and silent', 'x', { noIndex: true }),
  ]
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await settle(app.db)
}, 60_000)

const find = (query: string, more: { limit?: number; page?: string } = {}) =>
  app.as(admin)(api.search.space, { params: { spaceId }, query: { query, ...more } })

test('of many matching pages the best 1,000 are returned, each once', async () => {
  const ids: string[] = []
  let token: string | undefined
  do {
    const { count, items, next } = await find('common', { limit: 300, ...(token ? { page: token } : {}) })
    expect(count).toBe(1000)
    ids.push(...items.map(({ id }) => id))
    token = next?.page
  } while (token !== undefined)
  expect([ids.length, new Set(ids).size]).toEqual([1000, 1000])
})

test('titles and headings with the words rank first, however many texts contain them', async () => {
  const { items } = await find('common', { limit: 3 })
  expect(items.map(({ title }) => title)).toEqual(['Common', 'Uncommon', 'Page number 1'])
  expect((await find('page', { limit: 1 })).items.map(({ title }) => title)).toEqual(['Page'])
  const results = await app.as(admin)(api.search.organization, {
    params: { organizationId },
    query: { query: 'common' },
  })
  expect(results.count).toBe(1)
  expect(results.items[0]?.pages.slice(0, 2).map(({ title }) => title)).toEqual(['Common', 'Uncommon'])
})

test('fewer matches are counted exactly', async () => {
  expect((await find('seldom')).count).toBe(30)
  expect((await find('silent')).count).toBe(0)
})
