import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { RedirectDestination } from '#contract/site-redirects.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()
const elsewhere = { kind: 'external', url: 'https://example.org/new' } as const

async function aRedirecting() {
  const site = await aSite(app, ['Guide'])
  const { params, call } = site
  const { items } = await call(api.siteSpaces.list, { params })
  const siteSpaceId = items[0]?.id ?? ''
  const spaceId = items[0]?.space?.id ?? ''
  const { changes } = await call(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_page', title: 'Welcome', document: { markdown: 'Hello' } },
        { operation: 'insert_page', title: 'Setting up', document: { markdown: 'Text' } },
      ],
    },
  })
  const [first = '', second = ''] = changes.flatMap((change) =>
    change.object === 'created_page' ? [change.page.id] : [],
  )
  const create = (source: string, destination: RedirectDestination = elsewhere, more: object = {}) =>
    call(api.siteRedirects.create, { params, body: { source, destination, ...more } })
  const update = (siteRedirectId: string, body: object, ifMatch?: number) =>
    call(
      api.siteRedirects.update,
      { params: { ...params, siteRedirectId }, body },
      ifMatch === undefined ? {} : { ifMatch },
    )
  const resolve = (source: string) => call(api.siteRedirects.resolve, { params, query: { source } })
  const { basename = '' } = await call(api.sites.get, { params })
  const address = app.service.urls.site(basename)
  return { ...site, siteSpaceId, spaceId, first, second, create, update, resolve, address }
}

test('a redirect is created, listed, changed and deleted, with audit events', async () => {
  const { params, call, create, update, organizationId } = await aRedirecting()
  const made = await create('/old/guide')
  expect(made).toMatchObject({
    object: 'site-redirect',
    source: '/old/guide',
    destination: elsewhere,
    permanent: true,
    version: 1,
  })
  const changed = await update(made.id, { source: '/older', permanent: false }, 1)
  expect(changed).toMatchObject({ source: '/older', permanent: false, destination: elsewhere, version: 2 })
  expect(await update(made.id, { source: '/older' })).toEqual(changed)
  expect(await call(api.siteRedirects.list, { params })).toEqual({ count: 1, items: [changed] })
  const one = { ...params, siteRedirectId: made.id }
  await call(api.siteRedirects.delete, { params: one }, { ifMatch: 2 })
  await expect(call(api.siteRedirects.delete, { params: one })).rejects.toMatchObject({ status: 404 })
  expect((await call(api.siteRedirects.list, { params })).count).toBe(0)
  const log = (await eventsOf(app.db, organizationId, params.siteId)).filter(({ action }) =>
    action.startsWith('site.redirect'),
  )
  expect(log.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'site.redirect-create',
      before: null,
      after: { redirect: made.id, source: '/old/guide', destination: elsewhere, permanent: true },
    },
    {
      action: 'site.redirect-update',
      before: { redirect: made.id, source: '/old/guide', permanent: true },
      after: { redirect: made.id, source: '/older', permanent: false },
    },
    {
      action: 'site.redirect-delete',
      before: { redirect: made.id, source: '/older', destination: elsewhere, permanent: false },
      after: null,
    },
  ])
})

test('a source is unique ignoring case and encoding, except for the redirect itself', async () => {
  const { create, update } = await aRedirecting()
  const made = await create('/Old/caf%C3%A9')
  for (const same of ['/old/caf%c3%a9', '/OLD/CAF%C3%89', '/old%2Fcaf%C3%A9'])
    await expect(create(same), same).rejects.toMatchObject({ status: 409 })
  const other = await create('/other')
  await expect(update(other.id, { source: '/old/CAF%C3%A9' })).rejects.toMatchObject({ status: 409 })
  expect((await update(made.id, { source: '/old/caf%C3%A9' })).source).toBe('/old/caf%C3%A9')
})

test('a source is a valid path of at most 512 characters', async () => {
  const { create } = await aRedirecting()
  for (const source of [
    'old',
    '/',
    '/old/',
    '/a//b',
    '/a b',
    '/a?b',
    '/%FF',
    '/%2F',
    '/%00',
    `/${'x'.repeat(512)}`,
  ])
    await expect(create(source), source).rejects.toMatchObject({ status: 400 })
  expect((await create(`/${'x'.repeat(511)}`)).source).toHaveLength(512)
})

test('a source with a character that isn’t encoded is refused with what to do', async () => {
  const { create } = await aRedirecting()
  const issues = [{ path: ['body', 'source'], message: expect.stringContaining('“(” as “%28”') }]
  for (const source of ['/Foo_(bar)', '/a b', '/caf\u00e9'])
    await expect(create(source), source).rejects.toMatchObject({ details: { issues } })
  expect((await create('/Foo_%28bar%29')).source).toBe('/Foo_%28bar%29')
})

test('of two concurrent redirects with one source one is created', async () => {
  const { create } = await aRedirecting()
  const asked = await Promise.allSettled(['/same', '/Same', '/SAME'].map((source) => create(source)))
  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
})

test('a redirect resolves to an absolute URL', async () => {
  const { create, resolve, siteSpaceId, first, second, address, aSection } = await aRedirecting()
  const section = await aSection('Handbook')
  const targets: [string, RedirectDestination, string][] = [
    ['/out', elsewhere, elsewhere.url],
    ['/section', { kind: 'site-section', siteSectionId: section.id }, `${address}handbook/`],
    ['/space', { kind: 'site-space', siteSpaceId }, address],
    ['/first', { kind: 'site-page', siteSpaceId, pageId: first }, address],
    ['/second', { kind: 'site-page', siteSpaceId, pageId: second }, `${address}setting-up`],
  ]
  for (const [source, destination, target] of targets) {
    const redirect = await create(source, destination)
    expect(await resolve(source.toUpperCase())).toEqual({ redirect, target })
  }
  await expect(resolve('/nothing')).rejects.toMatchObject({ status: 404 })
})

test('a destination must exist; after its deletion the redirect resolves to nothing', async () => {
  const { create, resolve, siteSpaceId, spaceId, second, call } = await aRedirecting()
  const missing: RedirectDestination[] = [
    { kind: 'site-section', siteSectionId: 'none' },
    { kind: 'site-space', siteSpaceId: 'none' },
    { kind: 'site-page', siteSpaceId, pageId: 'none' },
    { kind: 'site-page', siteSpaceId: 'none', pageId: second },
    { kind: 'external', url: 'javascript:alert(1)' },
  ]
  for (const destination of missing)
    await expect(create('/a', destination), JSON.stringify(destination)).rejects.toMatchObject({
      status: 400,
    })
  await create('/a', { kind: 'site-page', siteSpaceId, pageId: second })
  const changes = [{ operation: 'delete_page' as const, page: second }]
  await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await expect(resolve('/a')).rejects.toMatchObject({ status: 404 })
})

test('redirects may form chains but no loops', async () => {
  const { create, update, address } = await aRedirecting()
  const to = (path: string): RedirectDestination => ({ kind: 'external', url: `${address}${path}` })
  await expect(create('/a', to('A'))).rejects.toMatchObject({ status: 400 })
  await create('/a', to('b'))
  await create('/b', to('c?x=1#y'))
  await expect(create('/c', to('a'))).rejects.toMatchObject({ status: 400 })
  const c = await create('/c', elsewhere)
  await expect(update(c.id, { destination: to('A') })).rejects.toMatchObject({ status: 400 })
  const d = await create('/d', to('a'))
  await update(c.id, { source: '/e' })
  await expect(update(d.id, { source: '/c' })).rejects.toMatchObject({ status: 400 })
})

test('a stale version and the redirect of another site are rejected', async () => {
  const { create, update, params, call, organizationId } = await aRedirecting()
  const made = await create('/old')
  await expect(update(made.id, { source: '/x' }, 7)).rejects.toMatchObject({ status: 412 })
  const other = await call(api.sites.create, { params: { organizationId }, body: { title: 'Other' } })
  const there = { ...params, siteId: other.id, siteRedirectId: made.id }
  await expect(call(api.siteRedirects.update, { params: there, body: {} })).rejects.toMatchObject({
    status: 404,
  })
  await expect(call(api.siteRedirects.delete, { params: there })).rejects.toMatchObject({ status: 404 })
  const reader = app.as(await app.aMember(organizationId, 'review'))
  expect((await reader(api.siteRedirects.list, { params })).count).toBe(1)
  const refused = reader(api.siteRedirects.create, { params, body: { source: '/y', destination: elsewhere } })
  await expect(refused).rejects.toMatchObject({ status: 403 })
})

test('a batch writes each redirect on its own and returns notes', async () => {
  const { params, call, create, address, siteSpaceId, spaceId, second, organizationId } = await aRedirecting()
  await create('/kept')
  const gone = await create('/gone')
  const redirects = [
    { source: '/a', destination: elsewhere },
    { source: '/b', destination: { kind: 'external' as const, url: `${address}a` } },
    { source: '/a-loop', destination: { kind: 'external' as const, url: `${address}a-loop` } },
    { source: 'no-slash', destination: elsewhere },
    { source: '/bad', destination: { kind: 'external' as const, url: 'javascript:alert(1)' } },
    { source: '/by-path', destination: { kind: 'path' as const, spaceId, path: 'setting-up' } },
    { source: '/no-page', destination: { kind: 'path' as const, spaceId, path: 'nowhere' } },
    { source: '/setting-up', destination: elsewhere },
    { source: '/KEPT', destination: elsewhere, permanent: false },
    { source: '/gone', destination: null },
    { source: '/never', destination: null },
  ]
  const tried = await call(api.siteRedirects.putMany, { params, body: { redirects, dryRun: true } })
  expect((await call(api.siteRedirects.list, { params })).count).toBe(2)
  const { results } = await call(api.siteRedirects.putMany, { params, body: { redirects } })
  expect(results.map(({ status }) => status)).toEqual(tried.results.map(({ status }) => status))
  expect(results.map(({ source, status, notes }) => [source, status, ...(notes ?? [])])).toEqual([
    ['/a', 'created'],
    ['/b', 'created', 'chain'],
    ['/a-loop', 'error'],
    ['no-slash', 'error'],
    ['/bad', 'error'],
    ['/by-path', 'created'],
    ['/no-page', 'error'],
    ['/setting-up', 'created', 'shadowed'],
    ['/KEPT', 'updated'],
    ['/gone', 'deleted'],
    ['/never', 'error'],
  ])
  const { items } = await call(api.siteRedirects.list, { params, query: { orderBy: 'source' } })
  expect(items.map(({ source }) => source)).toEqual(['/a', '/b', '/by-path', '/KEPT', '/setting-up'])
  expect(items[2]?.destination).toEqual({ kind: 'site-page', siteSpaceId, pageId: second })
  expect(items[3]).toMatchObject({ permanent: false, version: 2 })
  expect(results[9]?.id).toBe(gone.id)
  const again = await call(api.siteRedirects.putMany, { params, body: { redirects: redirects.slice(0, 1) } })
  expect(again.results[0]?.status).toBe('unchanged')
  const events = await eventsOf(app.service.db, organizationId, params.siteId)
  expect(events.filter(({ action }) => action === 'site.redirect-many')).toHaveLength(1)
})

test('a batch has at most 500 redirects', async () => {
  const { params, call } = await aRedirecting()
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ source: `/old/${at}`, destination: elsewhere }))
  await expect(
    call(api.siteRedirects.putMany, { params, body: { redirects: many(501) } }),
  ).rejects.toMatchObject({ status: 400 })
  const { results } = await call(api.siteRedirects.putMany, { params, body: { redirects: many(500) } })
  expect(results.every(({ status }) => status === 'created')).toBe(true)
  const found = await call(api.siteRedirects.list, { params, query: { search: 'OLD/49', limit: 1000 } })
  expect(found.count).toBe(11)
  const { items } = await call(api.siteRedirects.list, { params, query: { limit: 1000 } })
  expect(items.map(({ source }) => source)).toEqual(many(500).map(({ source }) => source))
})
