import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a cached list has every acknowledged change, and no rows of other users', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const as = app.as(admin)
  const guest = await app.aMember(organizationId, null)
  const titles = async (call = as) =>
    (await call(api.spaces.list, { params })).items.map(({ title }) => title)
  const space = await as(api.spaces.create, { params, body: { title: 'One' } })
  const at = { params: { spaceId: space.id } }
  expect([await titles(), await titles(app.as(guest))]).toEqual([['One'], []])
  await as(api.spaces.update, { ...at, body: { title: 'Two' } })
  expect(await titles()).toEqual(['Two'])
  await as(api.spaceContent.edit, {
    ...at,
    body: { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: 'Text' } }] },
  })
  const [listed] = (await as(api.spaces.list, { params })).items
  expect(listed?.revision).toBe((await as(api.spaces.get, at)).revision)
  const { id: siteId } = await as(api.sites.create, { params, body: { title: 'Site', spaces: [space.id] } })
  await as(api.sites.publish, { params: { organizationId, siteId } })
  expect((await as(api.spaces.list, { params })).items[0]?.urls.published).toContain('/sites/')
  await as(api.spaces.delete, at)
  expect(await titles()).toEqual([])
})

test('a grant or revocation by another connection applies to the next request', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const params = { organizationId }
  const space = await app.as(admin)(api.spaces.create, { params, body: {} })
  const guest = await app.aMember(organizationId, null)
  const count = async () => (await app.as(guest)(api.spaces.list, { params })).count
  expect(await count()).toBe(0)
  await app.db
    .insertInto('access_grant')
    .values({
      organization_id: organizationId,
      subject_kind: 'space',
      subject_id: space.id,
      grantee_kind: 'user',
      grantee_id: guest.userId,
      role: 'read',
      created_at: new Date(),
    })
    .execute()
  expect(await count()).toBe(1)
  await app.db.deleteFrom('access_grant').where('grantee_id', '=', guest.userId).execute()
  expect(await count()).toBe(0)
  await app.db.updateTable('member').set({ role: 'read' }).where('user_id', '=', guest.userId).execute()
  expect(await count()).toBe(1)
})
