import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { page } from '#testing/a-published-site.ts'
import { type Person, useTestApp } from '#testing/app.ts'
import { twoSites } from '#testing/two-sites.ts'

const app = useTestApp()
const access = api.sitePermissions

const missing = { status: 404, type: 'not_found' }
const forbidden = { status: 403, type: 'forbidden' }

test('a guest sees only the site with a role for them', async () => {
  const { params, other, inOrganization, aGuest, give } = await twoSites(app)
  const guest = await aGuest()
  const as = app.as(guest)
  const listed = async () => (await as(api.sites.list, inOrganization)).items.map(({ id }) => id)
  expect(await listed()).toEqual([])
  for (const at of [params, other])
    await expect(as(api.sites.get, { params: at })).rejects.toMatchObject(missing)
  await give('read', guest)
  expect(await listed()).toEqual([params.siteId])
  expect((await as(api.sites.list, inOrganization)).count).toBe(1)
  expect((await as(api.sites.get, { params })).permissions).toEqual({
    view: true,
    access: true,
    edit: false,
    create: false,
    admin: false,
    editAdaptiveSchema: false,
    installIntegration: false,
    viewAdaptiveSchema: true,
  })
  for (const route of [api.sites.get, api.siteStructure.get, access.aggregate, api.siteRedirects.list]) {
    await expect(as(route, { params: other })).rejects.toMatchObject(missing)
  }
  const body = { title: 'Mine now' }
  await expect(as(api.sites.update, { params, body })).rejects.toMatchObject(forbidden)
  await give(null, guest)
  expect(await listed()).toEqual([])
})

test('the role edit changes the structure; the role create publishes and manages access', async () => {
  const { call, params, other, aGuest, give, aSpace } = await twoSites(app)
  const [editor, maker] = [await aGuest(), await aGuest()]
  await give('edit', editor)
  await give('create', maker)
  const as = app.as(editor)
  expect(await as(api.sites.update, { params, body: { title: 'Renamed' } })).toMatchObject({
    title: 'Renamed',
    permissions: { edit: true, create: false, admin: false },
  })
  await as(api.siteSectionGroups.create, { params, body: { title: 'Group' } })
  for (const body of [
    { visibility: 'unlisted' as const },
    { adaptiveContent: { enabled: true } },
    { basename: 'elsewhere' },
    { proxy: null },
  ]) {
    await expect(as(api.sites.update, { params, body })).rejects.toMatchObject(forbidden)
  }
  const users = [editor.userId]
  for (const refused of [
    () => as(api.sites.publish, { params }),
    () => as(api.sites.delete, { params }),
    () => as(api.siteShareLinks.list, { params }),
    () => as(access.grant, { params, body: { role: 'admin', users } }),
    () => as(access.updateUser, { params: { ...params, userId: editor.userId }, body: { role: 'create' } }),
    () => as(access.explain, { params: { ...params, userId: editor.userId } }),
    () => as(access.preview, { params, body: { users: { [editor.userId]: 'admin' } } }),
  ]) {
    await expect(refused()).rejects.toMatchObject(forbidden)
  }
  await expect(as(api.sites.update, { params: other, body: { title: 'Mine' } })).rejects.toMatchObject(
    missing,
  )
  const made = app.as(maker)
  expect((await made(api.sites.publish, { params })).published).toBe(true)
  await made(access.grant, { params, body: { role: 'read', users } })
  await expect(as(api.sites.update, { params, body: { title: 'Again' } })).rejects.toMatchObject(forbidden)
  // The site is theirs, the organization is not.
  const inOrganization = { params: { organizationId: params.organizationId } }
  await expect(made(api.sites.create, { ...inOrganization, body: {} })).rejects.toMatchObject(forbidden)
  const spaceId = await aSpace('Unseen')
  const added = { params, body: { spaceId, title: 'Unseen' } }
  await expect(made(api.siteSections.create, added)).rejects.toMatchObject(missing)
  await call(api.spacePermissions.grant, {
    params: { spaceId },
    body: { role: 'review', users: [maker.userId] },
  })
  await expect(made(api.siteSections.create, added)).rejects.toMatchObject(forbidden)
})

test('editors of a site see the names of all its spaces and read only those they may', async () => {
  const { call, params, aGuest, give } = await twoSites(app)
  const [editor, reader] = [await aGuest(), await aGuest()]
  await give('edit', editor)
  await give('read', reader)
  const { items } = await call(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const changes = [page('Payroll', 'thimble')]
  await call(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const shown = async (person: Person) => (await app.as(person)(api.siteSpaces.list, { params })).items
  expect((await shown(editor)).map(({ space }) => [space.title, space.permissions.view])).toEqual([
    ['Guide', false],
  ])
  expect(await shown(reader)).toEqual([])
  const body = { query: 'thimble', scope: { mode: 'all' as const } }
  const found = async (person: Person) => (await app.as(person)(api.search.site, { params, body })).count
  for (const person of [editor, reader]) {
    expect(await found(person)).toBe(0)
    await expect(app.as(person)(api.spaces.get, { params: { spaceId } })).rejects.toMatchObject(missing)
  }
  await call(api.spacePermissions.grant, {
    params: { spaceId },
    body: { role: 'read', users: [reader.userId] },
  })
  expect(await found(reader)).toBe(1)
})

test('members see every site, with their own role if it is stronger than the granted one', async () => {
  const { organizationId, params, inOrganization, give } = await twoSites(app)
  const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const
  for (const role of roles) {
    const person = await app.aMember(organizationId, role)
    const as = app.as(person)
    await give('read', person)
    const mayRun = role === 'admin' || role === 'create'
    const { items } = await as(api.sites.list, inOrganization)
    expect(items.map(({ permissions }) => permissions.edit)).toEqual([mayRun, mayRun])
    await give('edit', person)
    const site = await as(api.sites.get, { params })
    expect(site.permissions).toMatchObject({ view: true, edit: true, admin: mayRun })
    const again = await as(api.sites.list, inOrganization)
    expect(again.items.find(({ id }) => id === params.siteId)).toEqual(site)
  }
})
