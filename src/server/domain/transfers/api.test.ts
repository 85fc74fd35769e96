import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type TestApp, useTestApp } from '#testing/app.ts'

const app = useTestApp()

/** Two organizations with the same admin; the first has a space with nested pages. */
async function twoOrganizations({ as, anOrganization }: TestApp) {
  const { organizationId: from, admin } = await anOrganization('From')
  const call = as(admin)
  const { id: to } = await call(api.organizations.create, { body: { title: 'To' } })
  const aSpace = async (parent?: string) => {
    const { id } = await call(api.spaces.create, {
      params: { organizationId: from },
      body: { title: 'Travels', ...(parent ? { parent } : {}) },
    })
    const top = {
      operation: 'insert_page' as const,
      ref: 'top',
      title: 'Top',
      document: { markdown: '[in](./in.md)' },
    }
    const inside = {
      operation: 'insert_page' as const,
      ref: 'in',
      title: 'In',
      document: { markdown: 'Text' },
    }
    const logo = { name: 'a.txt', base64: Buffer.from('file').toString('base64'), contentType: 'text/plain' }
    await call(api.spaceContent.edit, {
      params: { spaceId: id },
      body: { changes: [top, inside, { operation: 'insert_files', files: [logo] }] },
    })
    return id
  }
  return { from, to, admin, call, aSpace }
}

test('a space is transferred with pages, files and history, but without its grants', async () => {
  const { from, to, call, aSpace } = await twoOrganizations(app)
  const spaceId = await aSpace()
  const params = { spaceId }
  const before = await call(api.spaceContent.pages, { params })
  const transferred = await call(api.spaces.transfer, { params, body: { organization: to } })
  expect(transferred).toMatchObject({ id: spaceId, organization: to, visibility: 'private' })
  expect(await call(api.spaceContent.pages, { params })).toEqual(before)
  expect((await call(api.spaceContent.files, { params })).count).toBe(1)
  await call(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'insert_page', title: 'Later', document: { markdown: 'x' } }] },
  })
  expect((await call(api.spaces.list, { params: { organizationId: from } })).count).toBe(0)
  const same = call(api.spaces.transfer, { params, body: { organization: to } })
  await expect(same).rejects.toMatchObject({ status: 409, type: 'no_change' })
})

test('a transferred space stays pinned for those who are in the other organization, too', async () => {
  const { from, to, admin, call, aSpace } = await twoOrganizations(app)
  const spaceId = await aSpace()
  const other = await app.aMember(from, 'admin')
  const params = { organizationId: from }
  for (const person of [admin, other])
    await app.as(person)(api.pins.add, { params, body: { kind: 'space', id: spaceId } })
  await call(api.spaces.transfer, { params: { spaceId }, body: { organization: to } })
  const pinnedIn = async (organizationId: string, person: typeof admin) =>
    (await app.as(person)(api.pins.list, { params: { organizationId } })).items.map(({ id }) => id)
  expect(await pinnedIn(to, admin)).toEqual([spaceId])
  expect([...(await pinnedIn(from, admin)), ...(await pinnedIn(from, other))]).toEqual([])
})

test('a collection is transferred with its contents', async () => {
  const { from, to, call, aSpace } = await twoOrganizations(app)
  const params = { organizationId: from }
  const outer = await call(api.collections.create, { params, body: { title: 'Outer' } })
  const inner = await call(api.collections.create, { params, body: { title: 'Inner', parent: outer.id } })
  const spaceId = await aSpace(inner.id)
  const transferred = await call(api.collections.transfer, {
    params: { collectionId: outer.id },
    body: { organization: to },
  })
  expect(transferred).toMatchObject({ organization: to, title: 'Outer' })
  expect(await call(api.spaces.get, { params: { spaceId } })).toMatchObject({
    organization: to,
    parent: inner.id,
  })
  expect((await call(api.collections.list, { params })).count).toBe(0)
})

test('spaces on sites, locked spaces and targets without the role create are 412, and nothing happens', async () => {
  const { from, to, call, aSpace, admin } = await twoOrganizations(app)
  const spaceId = await aSpace()
  const transfer = (organization: string) =>
    call(api.spaces.transfer, { params: { spaceId }, body: { organization } })
  const { id: siteId } = await call(api.sites.create, {
    params: { organizationId: from },
    body: { title: 'Site', spaces: [spaceId] },
  })
  await expect(transfer(to)).rejects.toMatchObject({ status: 412, type: 'precondition_failed' })
  await call(api.sites.delete, { params: { organizationId: from, siteId } })
  await call(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
  await expect(transfer(to)).rejects.toMatchObject({ status: 412 })
  await call(api.spaces.update, { params: { spaceId }, body: { editMode: 'live' } })
  const { organizationId: foreign } = await app.anOrganization()
  await expect(transfer(foreign)).rejects.toMatchObject({ status: 404 })
  await app.db
    .insertInto('member')
    .values({ organization_id: foreign, user_id: admin.userId, role: 'read', joined_at: new Date() })
    .execute()
  await expect(transfer(foreign)).rejects.toMatchObject({ status: 412 })
  expect((await call(api.spaces.get, { params: { spaceId } })).organization).toBe(from)
})
