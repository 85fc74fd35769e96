import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a new site is empty, unpublished and public, with a basename from its title', async () => {
  const { organizationId, admin } = await app.anOrganization('Halden Energy')
  const made = await app.as(admin)(api.sites.create, { params: { organizationId }, body: {} })

  expect(made).toMatchObject({
    object: 'site',
    type: 'basic',
    title: 'Halden Energy',
    visibility: 'public',
    published: false,
    siteSpaces: 0,
    version: 1,
  })
  expect(made.basename).toMatch(/^halden-energy/)
  expect(made.urls.published).toBeUndefined()
  expect(made.features.map(({ id }) => id)).toContain('sites-sections')
})

test('sites with the same title get different basenames, in any organization', async () => {
  const [first, second] = [await aSite(app), await aSite(app)]
  const one = await first.call(api.sites.get, { params: first.params })
  const two = await second.call(api.sites.get, { params: second.params })

  expect(one.basename).not.toBe(two.basename)
  const body = { basename: one.basename }
  await expect(second.call(api.sites.update, { params: second.params, body })).rejects.toMatchObject({
    status: 409,
    type: 'conflict',
  })
})

test('concurrent requests create sites with the same title', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const create = () =>
    app.as(admin)(api.sites.create, { params: { organizationId }, body: { title: 'All at once' } })
  const made = await Promise.all(Array.from({ length: 6 }, create))

  expect(new Set(made.map(({ basename }) => basename)).size).toBe(6)
})

test('a new site shows the given spaces, the first one as its default', async () => {
  const site = await aSite(app, ['Guide', 'Guide', 'API'])
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })

  expect(items.map(({ title, path, default: isDefault }) => [title, path, isDefault])).toEqual([
    ['Guide', 'guide', true],
    ['Guide', 'guide-1', false],
    ['API', 'api', false],
  ])
  const { defaultSiteSpace } = await site.call(api.sites.get, { params: site.params })
  expect(defaultSiteSpace).toBe(items[0]?.id)
})

test('an empty space is created in the library on request', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const body = { title: 'Fresh', spaces: 'empty' } as const
  const made = await call(api.sites.create, { params: { organizationId }, body })

  expect(made.siteSpaces).toBe(1)
  const { items } = await call(api.spaces.list, { params: { organizationId } })
  expect(items.map(({ title }) => title)).toEqual(['Fresh'])
})

test('a sample space is created with pages that link to each other', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const body = { title: 'Sample', spaces: 'sample' } as const
  const { id: siteId } = await call(api.sites.create, { params: { organizationId }, body })
  const { items } = await call(api.siteSpaces.list, { params: { organizationId, siteId } })
  const spaceId = items[0]?.space.id ?? ''
  const { pages } = await call(api.spaceContent.pages, { params: { spaceId } })

  expect(pages.map(({ title }) => title)).toEqual(['Welcome', 'Write a page', 'Publish'])
  const params = { spaceId, pageId: pages[0]?.id ?? '' }
  const page = await call(api.spaceContent.page, { params, query: { format: 'markdown' } })
  expect('markdown' in page && page.markdown).toContain('write-a-page')
})

test('an unknown space is rejected and nothing is created', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const body = { title: 'Refused', spaces: ['nowhere'] }

  await expect(call(api.sites.create, { params: { organizationId }, body })).rejects.toMatchObject({
    status: 404,
  })
  expect((await call(api.sites.list, { params: { organizationId } })).count).toBe(0)
})

test('showing a space requires the role create in it', async () => {
  const { call, organizationId, aSpace, params } = await aSite(app)
  const spaceId = await aSpace('Secret plans')
  await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: 'read' } })
  const maker = app.as(await app.aMember(organizationId, 'create'))

  await expect(maker(api.siteSpaces.create, { params, body: { spaceId } })).rejects.toMatchObject({
    status: 403,
    type: 'forbidden',
  })
  await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  await expect(maker(api.siteSpaces.create, { params, body: { spaceId } })).rejects.toMatchObject({
    status: 404,
  })
})

test('the list is paginated and filtered by title, space and state', async () => {
  const { call, organizationId, aSpace } = await aSite(app, ['Handbook'])
  const spaceId = await aSpace('Shared')
  for (const title of ['Alpha guide', 'Beta GUIDE', 'Gamma']) {
    await call(api.sites.create, { params: { organizationId }, body: { title, spaces: [spaceId] } })
  }
  const titles = async (query: { title?: string; space?: string; published?: boolean }) =>
    (await call(api.sites.list, { params: { organizationId }, query })).items.map(({ title }) => title)

  expect(await titles({ title: 'guide' })).toEqual(['Alpha guide', 'Beta GUIDE'])
  expect(await titles({ title: '%' })).toEqual([])
  expect(await titles({ space: spaceId })).toEqual(['Alpha guide', 'Beta GUIDE', 'Gamma'])
  expect(await titles({ published: true })).toEqual([])

  const first = await call(api.sites.list, { params: { organizationId }, query: { limit: 3 } })
  expect([first.items.length, first.count]).toEqual([3, 4])
  const page = first.next?.page ?? ''
  const second = await call(api.sites.list, { params: { organizationId }, query: { limit: 3, page } })
  expect(second.items.map(({ title }) => title)).toEqual(['Gamma'])
  expect(second.next).toBeUndefined()
})

test('a site without spaces cannot be published', async () => {
  const { call, params, aSiteSpace } = await aSite(app)
  await expect(call(api.sites.publish, { params })).rejects.toMatchObject({
    status: 412,
    type: 'precondition_failed',
  })

  const { id: siteSpaceId } = await aSiteSpace('Guide')
  const published = await call(api.sites.publish, { params })
  expect(published.published).toBe(true)
  expect(published.urls.published).toMatch(new RegExp(`/sites/${published.basename}/$`))
  const { items } = await call(api.siteSpaces.list, { params })
  expect(items.find(({ id }) => id === siteSpaceId)?.urls.published).toBe(published.urls.published)

  const unpublished = await call(api.sites.unpublish, { params })
  expect([unpublished.published, unpublished.urls.published]).toEqual([false, undefined])
})

test('an update changes only the given fields if the version matches', async () => {
  const { call, params } = await aSite(app)
  const before = await call(api.sites.get, { params })
  const body = {
    proxy: 'example.org/docs/all',
    visibility: 'unlisted',
    adaptiveContent: { enabled: true },
  } as const
  const after = await call(api.sites.update, { params, body }, { ifMatch: before.version })

  expect(after).toMatchObject({
    title: before.title,
    visibility: 'unlisted',
    proxy: { origin: 'example.org', target: '/docs/all' },
    adaptiveContent: { enabled: true },
    version: before.version + 1,
  })
  expect(await call(api.sites.update, { params, body: {} })).toEqual(after)
  await expect(
    call(api.sites.update, { params, body: { title: 'Late' } }, { ifMatch: before.version }),
  ).rejects.toMatchObject({ status: 412, type: 'stale' })
  expect((await call(api.sites.update, { params, body: { proxy: null } })).proxy).toBeUndefined()
})

test('a space has the widest visibility of its sites, and its own without them', async () => {
  const { call, params, organizationId, aSpace } = await aSite(app)
  const spaceId = await aSpace('Handbook')
  const visibility = async () => (await call(api.spaces.get, { params: { spaceId } })).visibility
  await call(api.siteSpaces.create, { params, body: { spaceId } })
  expect(await visibility()).toBe('public')
  await call(api.sites.update, { params, body: { visibility: 'share-link' } })
  expect(await visibility()).toBe('share-link')

  const other = await call(api.sites.create, {
    params: { organizationId },
    body: { spaces: [spaceId], visibility: 'unlisted' },
  })
  expect(await visibility()).toBe('unlisted')
  await call(api.sites.delete, { params: { organizationId, siteId: other.id } })
  expect(await visibility()).toBe('share-link')
  await call(api.sites.delete, { params })
  expect(await visibility()).toBe('private')
})

test('a new default site space makes its section the default section', async () => {
  const { call, params, aSection, aSiteSpace } = await aSite(app, ['Intro'])
  const guides = await aSection('Guides')
  const { id: defaultSiteSpace } = await aSiteSpace('Second', guides.id)
  const site = await call(api.sites.update, { params, body: { defaultSiteSpace } })

  expect(site).toMatchObject({ defaultSiteSection: guides.id, defaultSiteSpace })
  const shown = await call(api.siteSpaces.list, { params, query: { default: true } })
  expect(shown.items.map(({ id }) => id)).toEqual([defaultSiteSpace])
  expect((await call(api.siteSpaces.list, { params, query: { default: false } })).count).toBe(2)
})

test('members read sites, guests do not, and changes require the role create', async () => {
  const { call, params, organizationId } = await aSite(app, ['Guide'])
  const [reader, guest] = [await app.aMember(organizationId, 'read'), await app.aMember(organizationId, null)]
  const body = { title: 'Mine now' }

  expect((await app.as(reader)(api.sites.get, { params })).permissions).toMatchObject({
    view: true,
    edit: false,
  })
  await expect(app.as(reader)(api.sites.update, { params, body })).rejects.toMatchObject({ status: 403 })
  await expect(app.as(guest)(api.sites.get, { params })).rejects.toMatchObject({ status: 404 })
  await call(api.sites.delete, { params })
  await expect(call(api.sites.get, { params })).rejects.toMatchObject({ status: 404 })
  await expect(call(api.sites.delete, { params })).rejects.toMatchObject({ status: 404 })
})
