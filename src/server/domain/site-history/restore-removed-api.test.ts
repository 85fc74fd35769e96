import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { resolvePath, structureOf } from '../sites/structure-queries.ts'

const app = useTestApp()

const restoreItems = ({ call, params }: ASite, ...items: string[]) =>
  call(api.siteHistory.restoreItems, { params, body: { items } })
const structureNow = ({ call, params }: ASite) => call(api.siteStructure.get, { params })
const removeSection = ({ call, params }: ASite, siteSectionId: string) =>
  call(api.siteSections.delete, { params: { ...params, siteSectionId } })
const changeSection = ({ call, params }: ASite, siteSectionId: string, body: object) =>
  call(api.siteSections.update, { params: { ...params, siteSectionId }, body })

async function threeSections() {
  const site = await aSite(app)
  const [a, b, c] = [await site.aSection('Alpha'), await site.aSection('Beta'), await site.aSection('Gamma')]
  return { site, a, b, c }
}

test('a section is restored with its ids, settings and position, and links to it work again', async () => {
  const { site, a, b } = await threeSections()
  const { call, params } = site
  await site.aSiteSpace('Second', b.id)
  await changeSection(site, b.id, { icon: 'star', condition: 'visitor.claims.beta', path: 'beta-1' })
  await changeSection(site, b.id, { path: 'beta-2' })
  await call(api.siteRedirects.create, {
    params,
    body: { source: '/old', destination: { kind: 'site-section', siteSectionId: b.id } },
  })
  const siteSpace = { params: { ...params, siteSpaceId: b.siteSpaceId } }
  await call(api.siteCustomization.updateForSiteSpace, { ...siteSpace, body: { title: 'For operators' } })
  const before = await structureNow(site)
  await removeSection(site, b.id)
  // Someone else goes on in the meantime.
  await changeSection(site, a.id, { title: 'First' })

  const { entry, missing } = await restoreItems(site, b.id)
  expect(missing).toEqual([])
  expect(entry).toMatchObject({ kind: 'edit', current: true })
  expect(await site.outline()).toEqual(['First', 'Beta', 'Gamma'])
  const now = await structureNow(site)
  const plain = ({ structure }: typeof now) =>
    JSON.parse(JSON.stringify(structure[1]), (key, value) => (key === 'version' ? 0 : value))
  expect(plain(now)).toEqual(plain(before))
  const whole = await structureOf(app.db, site.organizationId, params.siteId)
  const readings = await resolvePath(app.db, whole, 'beta-1')
  expect(readings.find(({ redirect }) => redirect)).toMatchObject({ siteSpaceId: b.siteSpaceId })
  const { overrides } = await call(api.siteCustomization.getForSiteSpace, siteSpace)
  expect(overrides).toEqual({ title: 'For operators' })
  const { items } = await call(api.siteRedirects.list, { params })
  expect(items[0]?.destination).toMatchObject({ siteSectionId: b.id })
  await expect(restoreItems(site, b.id)).rejects.toMatchObject({ status: 409, type: 'no_change' })
})

test('a default is restored with its target, unless another was chosen since', async () => {
  const { site, a, b, c } = await threeSections()
  const chosen = async () => (await site.call(api.sites.get, { params: site.params })).defaultSiteSection
  await removeSection(site, a.id)
  expect(await chosen()).toBe(b.id)
  await restoreItems(site, a.id)
  expect(await chosen()).toBe(a.id)
  await removeSection(site, a.id)
  await site.call(api.sites.update, { params: site.params, body: { defaultSiteSection: c.id } })
  await restoreItems(site, a.id)
  expect(await chosen()).toBe(c.id)
})

test('a restored group takes back its sections, except one that is in another group by now', async () => {
  const { site, b, c } = await threeSections()
  const { call, params } = site
  const group = (title: string, ...sections: string[]) =>
    call(api.siteSectionGroups.create, { params, body: { title, sections } })
  const old = await group('Old', b.id, c.id)
  await call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId: old.id } })
  await group('New', c.id)
  expect(await site.outline()).toEqual(['Alpha', 'Beta', { New: ['Gamma'] }])
  await restoreItems(site, old.id)
  expect(await site.outline()).toEqual(['Alpha', { New: ['Gamma'] }, { Old: ['Beta'] }])
  expect((await structureNow(site)).structure[2]?.id).toBe(old.id)
})

test('several items are restored together among newer siblings', async () => {
  const { site, a, b, c } = await threeSections()
  await removeSection(site, b.id)
  await removeSection(site, c.id)
  await site.aSection('Delta')
  const { missing } = await restoreItems(site, c.id, b.id)
  expect(missing).toEqual([])
  const outline = await site.outline()
  expect(outline.filter((one) => one !== 'Delta')).toEqual(['Alpha', 'Beta', 'Gamma'])
  const { items } = await site.call(api.siteSections.list, { params: site.params })
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([a.id, b.id, c.id]))
})

test('items that cannot be restored are reported, and the others are restored', async () => {
  const { site, a, b, c } = await threeSections()
  const { call, params } = site
  const more = await site.aSiteSpace('More', a.id)
  await call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: more.id } })
  await removeSection(site, b.id)
  await removeSection(site, c.id)
  await changeSection(site, a.id, { path: 'beta' })
  await call(api.spaces.delete, { params: { spaceId: more.spaceId } })

  const { missing } = await restoreItems(site, b.id, c.id, more.id)
  expect(missing).toEqual([
    { type: 'site-section', id: b.id, title: 'Beta', reason: 'taken' },
    { type: 'site-space', id: more.id, title: 'More', reason: 'deleted' },
  ])
  expect(await site.outline()).toEqual(['Alpha', 'Gamma'])
  await expect(restoreItems(site, b.id)).rejects.toMatchObject({
    status: 409,
    type: 'invalid_state',
    message: expect.stringContaining('“Beta” can’t be restored: its path'),
    details: { missing: [{ id: b.id }] },
  })
  await expect(restoreItems(site, 'nosuch')).rejects.toMatchObject({ status: 404 })
})

test('a site space is restored only with its section', async () => {
  const { site, b } = await threeSections()
  const { call, params } = site
  const more = await site.aSiteSpace('More', b.id)
  await call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: more.id } })
  await removeSection(site, b.id)
  await expect(restoreItems(site, more.id)).rejects.toMatchObject({
    status: 409,
    details: { missing: [{ reason: 'place' }] },
  })
  await restoreItems(site, b.id, more.id)
  const spaces = (await call(api.siteSpaces.list, { params })).items
  expect(spaces.filter(({ section }) => section === b.id).map(({ id }) => id)).toEqual([
    b.siteSpaceId,
    more.id,
  ])
})

test('concurrent requests restore an item once', async () => {
  const { site, b } = await threeSections()
  await removeSection(site, b.id)
  const both = await Promise.allSettled([restoreItems(site, b.id), restoreItems(site, b.id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await site.outline()).toEqual(['Alpha', 'Beta', 'Gamma'])
})
