import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { aSignedInPerson } from '#testing/second-factor.ts'
import { rebuild } from '../content/rebuild.ts'

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

test('a single space is current after every change, and only for who may see it', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const other = await app.anOrganization()
  const params = { organizationId }
  const as = app.as(admin)
  const member = await app.aMember(organizationId, 'read')
  const { id: spaceId } = await as(api.spaces.create, { params, body: { title: 'One' } })
  const at = { params: { spaceId } }
  const seen = async (person = member) => {
    const read = () => app.send({ method: 'GET', url: `/v1/spaces/${spaceId}`, token: person.token })
    // The second and third answer come from memory.
    await read()
    await read()
    const answer = await read()
    const { title, organization, version } = answer.json() as Record<string, unknown>
    expect(answer.headers.etag).toBe(answer.status === 200 ? `"${version}"` : undefined)
    return [answer.status, title, organization]
  }
  expect(await seen()).toEqual([200, 'One', organizationId])
  await as(api.spaces.update, { ...at, body: { title: 'Two' } })
  expect(await seen()).toEqual([200, 'Two', organizationId])
  await as(api.spaces.update, { ...at, body: { defaultLevel: null } })
  expect((await seen())[0]).toBe(404)
  await as(api.spaces.update, { ...at, body: { defaultLevel: 'inherit' } })
  expect((await seen())[0]).toBe(200)
  const disable = (disabled: boolean) =>
    app.db.updateTable('member').set({ disabled }).where('user_id', '=', member.userId).execute()
  await disable(true)
  expect((await seen())[0]).toBe(403)
  await disable(false)
  expect((await seen())[0]).toBe(200)
  await app.db
    .insertInto('member')
    .values({
      organization_id: other.organizationId,
      user_id: admin.userId,
      role: 'admin',
      joined_at: new Date(),
    })
    .execute()
  await as(api.spaces.transfer, { ...at, body: { organization: other.organizationId } })
  expect((await seen())[0]).toBe(404)
  expect(await seen(admin)).toEqual([200, 'Two', other.organizationId])
  await as(api.spaces.update, { ...at, body: { title: 'Three' } })
  expect(await seen(other.admin)).toEqual([200, 'Three', other.organizationId])
  const reader = await app.aMember(other.organizationId, 'read')
  expect((await seen(reader))[0]).toBe(200)
  await as(api.spaces.delete, at)
  expect((await seen(reader))[0]).toBe(404)
})

test('rules for signing in apply to objects that are cached', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const { id: spaceId } = await app.as(admin)(api.spaces.create, { params: { organizationId }, body: {} })
  const member = await app.aMember(organizationId, 'read')
  const { browser } = await aSignedInPerson(app, member)
  const status = async () => (await browser.send(api.spaces.get, undefined, { spaceId })).status
  for (let i = 0; i < 3; i++) expect(await status()).toBe(200)
  await app.db
    .updateTable('organization')
    .set({ second_factor: 'required' })
    .where('id', '=', organizationId)
    .execute()
  expect(await status()).toBe(403)
})

test('cached results of a search have every change of what may be found, and only for who may see it', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const member = await app.aMember(organizationId, 'read')
  const { id: spaceId } = await as(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Manual' },
  })
  const at = { params: { spaceId } }
  const edit = (...changes: ContentChangeInput[]) => as(api.spaceContent.edit, { ...at, body: { changes } })
  /** The titles in the organization and in the space, each the second time from memory. */
  const found = async (person = member, query = 'needle') => {
    const titles = async (url: string) => {
      await app.send({ method: 'GET', url, token: person.token })
      const answer = await app.send({ method: 'GET', url, token: person.token })
      const { items = [] } = answer.json() as { items?: { title: string; pages?: { title: string }[] }[] }
      return items.flatMap((item) => item.pages?.map(({ title }) => title) ?? item.title)
    }
    const ofSpace = await titles(`/v1/spaces/${spaceId}/search?query=${query}`)
    expect(await titles(`/v1/orgs/${organizationId}/search?query=${query}`)).toEqual(ofSpace)
    return ofSpace
  }
  expect(await found()).toEqual([])
  await edit(page('One', 'needle'))
  expect(await found()).toEqual(['One'])
  await edit(page('Two', '## Needle'))
  expect(await found()).toEqual(['Two', 'One'])
  expect(await found(member, 'neeldes')).toEqual([])
  const [one] = (await as(api.spaceContent.pages, { ...at, query: {} })).pages
  await edit({ operation: 'update_page', page: one?.id ?? '', noIndex: true })
  expect(await found()).toEqual(['Two'])
  await as(api.spaces.update, { ...at, body: { defaultLevel: null } })
  expect([await found(), await found(admin)]).toEqual([[], ['Two']])
  await as(api.spaces.update, { ...at, body: { defaultLevel: 'inherit' } })
  expect(await found()).toEqual(['Two'])
  await edit({ operation: 'update_page', page: one?.id ?? '', noIndex: false })
  expect(await found()).toEqual(['Two', 'One'])
  await as(api.spaces.delete, at)
  expect([await found(), await found(admin)]).toEqual([[], []])
})

test('a rebuilt index is searched right away', async () => {
  const { organizationId, admin } = await app.anOrganization()
  const as = app.as(admin)
  const { id: spaceId } = await as(api.spaces.create, { params: { organizationId }, body: {} })
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes: [page('Page', 'needle')] } })
  await app.db.deleteFrom('page_section').where('space_id', '=', spaceId).execute()
  const count = async () =>
    (await as(api.search.organization, { params: { organizationId }, query: { query: 'needle' } })).count
  expect(await count()).toBe(0)
  await app.db.transaction().execute((tx) => rebuild(tx, { organizationId, spaceId }))
  expect(await count()).toBe(1)
})
