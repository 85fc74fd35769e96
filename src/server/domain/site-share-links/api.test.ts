import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { eventsOf } from '#testing/audit-events.ts'

const app = useTestApp()

async function aSharing() {
  const site = await aSite(app, ['Guide'])
  const { params, call } = site
  const create = (name: string) => call(api.siteShareLinks.create, { params, body: { name } })
  const update = (shareLinkId: string, body: object) =>
    call(api.siteShareLinks.update, { params: { ...params, shareLinkId }, body })
  const list = (query: object = {}) => call(api.siteShareLinks.list, { params, query })
  return { ...site, create, update, list }
}

test('a share link is created, renamed, disabled and deleted, and audit events never contain its key', async () => {
  const { organizationId, params, call, create, update, list } = await aSharing()
  await call(api.sites.publish, { params })
  const made = await create('For partners')
  expect(made).toMatchObject({ object: 'share-link', name: 'For partners', active: true })
  const key = new URL(made.urls.published ?? '').searchParams.get('shareKey') ?? ''
  expect(key.length).toBeGreaterThanOrEqual(30)
  expect(await update(made.id, {})).toEqual(made)
  const closed = await update(made.id, { name: 'Partners', active: false })
  expect(closed).toEqual({ ...made, name: 'Partners', active: false })
  expect((await list()).items).toEqual([closed])
  const one = { params: { ...params, shareLinkId: made.id } }
  await call(api.siteShareLinks.delete, one)
  await expect(call(api.siteShareLinks.delete, one)).rejects.toMatchObject({ status: 404 })
  expect(await list()).toEqual({ count: 0, items: [] })
  const log = (await eventsOf(app.db, organizationId, params.siteId)).filter(({ action }) =>
    action.startsWith('site.share-link'),
  )
  expect(log.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['site.share-link-create', null, { shareLink: made.id, name: 'For partners', active: true }],
    [
      'site.share-link-update',
      { shareLink: made.id, name: 'For partners', active: true },
      { shareLink: made.id, name: 'Partners', active: false },
    ],
    ['site.share-link-delete', { shareLink: made.id, name: 'Partners', active: false }, null],
  ])
  expect(JSON.stringify(log)).not.toContain(key)
})

test('share links are searched by part of their name, and each has its own key', async () => {
  const { params, call, create, list } = await aSharing()
  await call(api.sites.publish, { params })
  const one = await create('Partners of Halden')
  const two = await create('Reviewers')
  expect(one.urls.published).not.toBe(two.urls.published)
  const found = await list({ search: 'HALDEN' })
  expect([found.count, found.items.map(({ id }) => id)]).toEqual([1, [one.id]])
  expect((await list({ search: '%' })).count).toBe(0)
})

test('a share link has a URL only while the site is published', async () => {
  const { create, list, params, call } = await aSharing()
  expect((await create('Link')).urls).not.toHaveProperty('published')
  await call(api.sites.publish, { params })
  expect((await list()).items[0]?.urls).toHaveProperty('published')
})

test('a name has at most 50 characters, and share links require the role to manage the site', async () => {
  const { create, params, organizationId } = await aSharing()
  expect((await create('x'.repeat(50))).name).toHaveLength(50)
  await expect(create('x'.repeat(51))).rejects.toMatchObject({ status: 400 })
  const reader = app.as(await app.aMember(organizationId, 'review'))
  await expect(reader(api.siteShareLinks.list, { params })).rejects.toMatchObject({ status: 403 })
})

test('the share link of another site is not found', async () => {
  const { create, call, organizationId, params } = await aSharing()
  const made = await create('Link')
  const other = await call(api.sites.create, { params: { organizationId }, body: { title: 'Other' } })
  const there = { ...params, siteId: other.id, shareLinkId: made.id }
  await expect(call(api.siteShareLinks.update, { params: there, body: {} })).rejects.toMatchObject({
    status: 404,
  })
})
