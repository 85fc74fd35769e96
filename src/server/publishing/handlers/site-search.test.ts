import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp({}, { reader: true })

/** A site of two sections, the second one with two variants. */
async function aSearched() {
  const site = await aPublishedSite(app, 'Start')
  const { call, params, edit } = site
  const guides = await site.aSection('Guides')
  const old = await site.aSiteSpace('Old', guides.id)
  const { items } = await call(api.siteSpaces.list, { params })
  const start = items.find(({ title }) => title === 'Start')
  await edit(
    start?.space.id ?? '',
    page('Welcome', 'The walrus begins.\n\n## Walrus\n\nA walrus.'),
    page('Kept', 'Walrus.', { noIndex: true }),
    page('Unlisted', 'Walrus.', { hidden: true }),
    page('Beta', 'A narwhal.', { condition: 'visitor.claims.beta' }),
  )
  await edit(guides.spaceId, page('Basics', 'A walrus again.'))
  await edit(old.spaceId, page('Former', 'The walrus of old.'))
  const find = (query: string, more: object = {}, paging: object = {}, as = call) =>
    as(api.search.site, { params, body: { query, ...more }, query: paging })
  const titles = async (...args: Parameters<typeof find>) =>
    (await find(...args)).items.map(({ title, pages }) => [title, ...pages.map((one) => one.title)])
  return { ...site, guides, old, start, find, titles }
}

test("returns the results of the site's search by space, with both URLs", async () => {
  const { find, read, basename, start } = await aSearched()
  const { items, count } = await find('walrus', { scope: { mode: 'all' } })
  expect(count).toBe(3)
  const first = items[0]
  expect(first).toMatchObject({ id: start?.space.id, siteSpace: start?.id, title: 'Start' })
  const [welcome] = first?.pages ?? []
  expect(welcome?.urls.published).toBe(app.service.urls.site(basename))
  expect(welcome?.sections.find(({ title }) => title === 'Walrus')).toMatchObject({ path: 'welcome#walrus' })
  const results = JSON.parse((await read('~search?q=walrus', { accept: 'application/json' })).text)
  const rows = [...results.pages, ...results.others]
  const same = items.flatMap(({ pages }) => pages.map(({ title }) => title))
  expect(same.toSorted()).toEqual(rows.map(({ title }: { title: string }) => title).toSorted())
  expect(same.toSorted()).toEqual(['Basics', 'Former', 'Welcome'])
})

test('a scope selects default spaces, these and others, some or all', async () => {
  const { titles, find, old, guides } = await aSearched()
  const sorted = async (scope?: object) => (await titles('walrus', scope ? { scope } : {})).toSorted()
  const start = ['Start', 'Welcome']
  expect(await sorted()).toEqual([['Guides', 'Basics'], start])
  expect(await sorted({ mode: 'default', includedSiteSpaces: [old.id] })).toEqual([
    ['Guides', 'Basics'],
    ['Old', 'Former'],
    start,
  ])
  expect(await sorted({ mode: 'specific', siteSpaceIds: [old.id, guides.siteSpaceId] })).toEqual([
    ['Guides', 'Basics'],
    ['Old', 'Former'],
  ])
  expect(await sorted({ mode: 'all' })).toHaveLength(3)
  for (const scope of [
    { mode: 'specific', siteSpaceIds: ['nosuch'] },
    { mode: 'default', includedSiteSpaces: ['nosuch'] },
  ])
    await expect(find('walrus', { scope })).rejects.toMatchObject({ status: 404 })
  await expect(find('walrus', { scope: { mode: 'some' } })).rejects.toMatchObject({ status: 400 })
})

test("conditional pages and sections are not searched for visitors who can't see them", async () => {
  const { titles, find, call, params, edit, start } = await aSearched()
  await edit(
    start?.space.id ?? '',
    page(
      'Mixed',
      'For all.\n\n{% if visitor.claims.beta %}\n## Ocelot\n\nAn ocelot.\n{% endif %}\n\n## After\n\nA gibbon.',
    ),
  )
  expect(await titles('narwhal')).toEqual([])
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: false } } })
  expect(await titles('narwhal')).toEqual([['Start', 'Beta']])
  await call(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  expect(await titles('narwhal')).toEqual([])
  expect(await titles('narwhal', { claims: { unsigned: { beta: true } } })).toEqual([])
  expect(await titles('narwhal', { claims: { beta: true } })).toEqual([['Start', 'Beta']])
  expect(await titles('ocelot')).toEqual([])
  expect(await titles('ocelet')).toEqual([])
  expect(await titles('ocelot', { claims: { beta: true } })).toEqual([['Start', 'Mixed']])
  const sectionsOf = async (claims: object) =>
    (await find('gibbon', { claims })).items.flatMap(({ pages }) => JSON.stringify(pages)).join()
  expect(await sectionsOf({})).not.toContain('celot')
  const { items } = await find('gibbon', { claims: {} })
  const places = items.flatMap(({ pages }) => pages.flatMap(({ sections }) => sections))
  expect(places.map(({ path }) => path)).toContain('mixed#after')
  expect(JSON.stringify(places)).not.toContain('celot')
})

test('results are paginated by space, and members find only spaces that they may view', async () => {
  const { find, titles, organizationId, call, guides } = await aSearched()
  const all = { scope: { mode: 'all' } }
  const pages: string[] = []
  let next: string | undefined
  do {
    const response = await find('walrus', all, { limit: 1, ...(next ? { page: next } : {}) })
    expect([response.count, response.items.length]).toEqual([3, 1])
    pages.push(response.items[0]?.title ?? '')
    next = response.next?.page
  } while (next !== undefined)
  expect(pages.toSorted()).toEqual(['Guides', 'Old', 'Start'])
  expect(await find('walrus', all, { limit: 0 })).toEqual({ count: 3, items: [] })
  await call(api.spaces.update, { params: { spaceId: guides.spaceId }, body: { defaultLevel: null } })
  const reader = app.as(await app.aMember(organizationId, 'read'))
  expect((await titles('walrus', all, {}, reader)).map(([title]) => title).toSorted()).toEqual([
    'Old',
    'Start',
  ])
})

test('words in angle brackets are found, in texts and queries', async () => {
  const { titles, edit, start } = await aSearched()
  await edit(start?.space.id ?? '', page('Settings', '```\n<otter depth=ocean>\n  dives\n</otter>\n```'))
  for (const query of ['<otter>', 'otter', '<otter depth', 'ocean', '</otter>'])
    expect(await titles(query), query).toEqual([['Start', 'Settings']])
})

test('a read-only token may search', async () => {
  const { params, admin } = await aSearched()
  const { token } = await app.as(admin)(api.tokens.create, {
    body: { label: 'Reads', readOnly: true },
  })
  const { status } = await app.send({
    method: 'POST',
    url: `/v1/orgs/${params.organizationId}/sites/${params.siteId}/search`,
    token,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ query: 'walrus' }),
  })
  expect(status).toBe(200)
})
