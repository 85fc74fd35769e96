import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type Person, useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function aLibrary() {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params, body: { title: 'Guide', emoji: '1f50b' } })
  const site = await app.as(admin)(api.sites.create, { params, body: { title: 'Docs' } })
  return { organizationId, admin, params, space, site }
}

const pinning = (params: { organizationId: string }) => ({
  list: async (person: Person) => (await app.as(person)(api.pins.list, { params })).items,
  add: async (person: Person, kind: 'space' | 'site', id: string) =>
    (await app.as(person)(api.pins.add, { params, body: { kind, id } })).items,
  remove: (person: Person, pinnedId: string) =>
    app.as(person)(api.pins.remove, { params: { ...params, pinnedId } }),
})

test('pins are in the order in which they were set, and belong to one person', async () => {
  const { admin, params, space, site, organizationId } = await aLibrary()
  const { list, add, remove } = pinning(params)
  await add(admin, 'site', site.id)
  const pinned = await add(admin, 'space', space.id)
  expect(pinned).toMatchObject([
    { kind: 'site', id: site.id, title: 'Docs', changeRequestsOpen: 0 },
    { kind: 'space', id: space.id, title: 'Guide', emoji: '1f50b', changeRequestsOpen: 0 },
  ])
  expect(await add(admin, 'site', site.id)).toEqual(pinned)
  expect(await list(await app.aMember(organizationId, 'admin'))).toEqual([])
  await remove(admin, site.id)
  await remove(admin, site.id)
  expect((await list(admin)).map(({ id }) => id)).toEqual([space.id])
})

test('only what a person may see can be pinned and is listed', async () => {
  const { admin, params, space, organizationId } = await aLibrary()
  const { list, add } = pinning(params)
  const guest = await app.aMember(organizationId, null)
  await expect(add(guest, 'space', space.id)).rejects.toMatchObject({ status: 404 })
  await expect(add(admin, 'site', space.id)).rejects.toMatchObject({ status: 404 })
  const other = await aLibrary()
  await expect(add(admin, 'space', other.space.id)).rejects.toMatchObject({ status: 404 })
  await add(admin, 'space', space.id)
  await app.as(admin)(api.spaces.delete, { params: { spaceId: space.id } })
  expect(await list(admin)).toEqual([])
})
