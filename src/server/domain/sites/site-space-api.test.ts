import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a space is added at the end with a path that no sibling has', async () => {
  const { call, params, aSiteSpace } = await aSite(app, ['Guide'])
  const { id, spaceId } = await aSiteSpace('Guide')
  const { items, count } = await call(api.siteSpaces.list, { params })

  expect(count).toBe(2)
  expect(items[1]).toMatchObject({
    object: 'site-space',
    id,
    path: 'guide-1',
    title: 'Guide',
    default: false,
  })
  expect(items[1]?.space).toMatchObject({ object: 'space', id: spaceId, visibility: 'public' })
})

test('on a site with sections a space is added to the given section, else to the default section', async () => {
  const { call, params, aSection, aSiteSpace } = await aSite(app)
  const [intro, guides] = [await aSection('Intro'), await aSection('Guides')]
  await aSiteSpace('First')
  await aSiteSpace('Second', guides.id)

  const { items } = await call(api.siteSpaces.list, { params })
  expect(items.map(({ title, section }) => [title, section])).toEqual([
    ['Intro', intro.id],
    ['First', intro.id],
    ['Guides', guides.id],
    ['Second', guides.id],
  ])
})

test('a space is not added twice to a section, nor to an unknown section', async () => {
  const { call, params, aSection, aSpace } = await aSite(app)
  const { spaceId } = await aSection('Intro')

  await expect(call(api.siteSpaces.create, { params, body: { spaceId } })).rejects.toMatchObject({
    status: 409,
  })
  const body = { spaceId: await aSpace('Other'), sectionId: 'nowhere' }
  await expect(call(api.siteSpaces.create, { params, body })).rejects.toMatchObject({ status: 404 })
})

test('removing the default space makes the next one the default; the last one cannot be removed', async () => {
  const { call, params } = await aSite(app, ['Alpha', 'Beta', 'Gamma'])
  const { items } = await call(api.siteSpaces.list, { params })
  const [alpha, beta, gamma] = items.map(({ id }) => ({ ...params, siteSpaceId: id }))
  if (!alpha || !beta || !gamma) throw new Error('The site begins with three spaces')
  await call(api.sites.update, { params, body: { defaultSiteSpace: beta.siteSpaceId } })
  await call(api.siteSpaces.delete, { params: beta })

  expect((await call(api.sites.get, { params })).defaultSiteSpace).toBe(gamma.siteSpaceId)
  await call(api.siteSpaces.delete, { params: gamma })
  expect((await call(api.sites.get, { params })).defaultSiteSpace).toBe(alpha.siteSpaceId)
  await expect(call(api.siteSpaces.delete, { params: alpha })).rejects.toMatchObject({
    status: 409,
    type: 'invalid_state',
  })
})

test('a space without sites is private again', async () => {
  const { call, params, aSiteSpace } = await aSite(app, ['Guide'])
  const { id: siteSpaceId, spaceId } = await aSiteSpace('Plans')
  await call(api.siteSpaces.delete, { params: { ...params, siteSpaceId } })

  expect((await call(api.spaces.get, { params: { spaceId } })).visibility).toBe('private')
})

test('a path changes unless a sibling has it', async () => {
  const { call, params, aSiteSpace } = await aSite(app, ['Guide'])
  const { id: siteSpaceId } = await aSiteSpace('Plans')
  const update = (path: string) =>
    call(api.siteSpaces.update, { params: { ...params, siteSpaceId }, body: { path } })

  expect(await update('v2.0')).toMatchObject({ path: 'v2.0', version: 2 })
  await expect(update('guide')).rejects.toMatchObject({ status: 409, type: 'conflict' })
  await expect(update('No Path')).rejects.toMatchObject({ status: 400, type: 'validation' })
})

test('a space moves among its siblings and into another section', async () => {
  const { call, params, aSection, aSiteSpace } = await aSite(app)
  const [intro, guides] = [await aSection('Intro'), await aSection('Guides')]
  const [one, two] = [await aSiteSpace('One'), await aSiteSpace('Two')]
  const beside = (siteSpace: string) => ({ type: 'site-space' as const, siteSpace })
  const at = (siteSpaceId: string) => ({ params: { ...params, siteSpaceId } })
  const inSections = async () => {
    const { items } = await call(api.siteSections.list, { params })
    return items.map(({ siteSpaces }) => siteSpaces.map(({ title }) => title))
  }

  await call(api.siteSpaces.move, { ...at(two.id), body: { position: { before: beside(one.id) } } })
  expect(await inSections()).toEqual([['Intro', 'Two', 'One'], ['Guides']])
  const position = { before: beside(guides.siteSpaceId) }
  const moved = await call(api.siteSpaces.move, { ...at(two.id), body: { section: guides.id, position } })
  expect(moved.section).toBe(guides.id)
  expect(await inSections()).toEqual([
    ['Intro', 'One'],
    ['Two', 'Guides'],
  ])

  await expect(call(api.siteSpaces.move, { ...at(one.id), body: { position } })).rejects.toMatchObject({
    status: 400,
    type: 'invalid_position',
  })
  await call(api.siteSpaces.move, { ...at(intro.siteSpaceId), body: { section: guides.id } })
  expect((await call(api.sites.get, { params })).defaultSiteSpace).toBe(one.id)
  await expect(
    call(api.siteSpaces.move, { ...at(one.id), body: { section: guides.id } }),
  ).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
})

test('a space does not move to a section where its path is taken', async () => {
  const { call, params, aSection, aSiteSpace } = await aSite(app)
  await aSection('Intro')
  const guides = await aSection('Guides')
  await aSiteSpace('v2', guides.id)
  const { id: siteSpaceId } = await aSiteSpace('v2')

  await expect(
    call(api.siteSpaces.move, { params: { ...params, siteSpaceId }, body: { section: guides.id } }),
  ).rejects.toMatchObject({ status: 409, type: 'conflict' })
})

test('a deleted space is removed from its sites, and the next one becomes the default', async () => {
  const { call, params, aSiteSpace } = await aSite(app, ['Guide'])
  const { id } = await aSiteSpace('Next')
  await call(api.sites.publish, { params })
  const { items } = await call(api.siteSpaces.list, { params })
  await call(api.spaces.delete, { params: { spaceId: items[0]?.space.id ?? '' } })

  expect(await call(api.sites.get, { params })).toMatchObject({
    siteSpaces: 1,
    defaultSiteSpace: id,
    published: true,
  })
})

test('a section is removed with its last space, and a site without spaces is unpublished', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const [intro, guides] = [await aSection('Intro'), await aSection('Guides')]
  await call(api.sites.publish, { params })
  await call(api.spaces.delete, { params: { spaceId: intro.spaceId } })
  expect(await outline()).toEqual(['Guides'])
  expect((await call(api.sites.get, { params })).defaultSiteSection).toBe(guides.id)

  await call(api.spaces.delete, { params: { spaceId: guides.spaceId } })
  expect(await call(api.siteStructure.get, { params })).toEqual({ type: 'siteSpaces', structure: [] })
  const site = await call(api.sites.get, { params })
  expect([site.published, site.siteSpaces, site.defaultSiteSection, site.urls.published]).toEqual([
    false,
    0,
    undefined,
    undefined,
  ])
})

test('members see the spaces they may view, and with the role create all spaces with their permissions', async () => {
  const { call, params, organizationId, aSiteSpace } = await aSite(app, ['Open'])
  const { spaceId } = await aSiteSpace('Closed')
  await call(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  const [reader, maker] = [
    await app.aMember(organizationId, 'read'),
    await app.aMember(organizationId, 'create'),
  ]

  const read = await app.as(reader)(api.siteSpaces.list, { params })
  expect([read.count, read.items.map(({ title }) => title)]).toEqual([1, ['Open']])
  const made = await app.as(maker)(api.siteSpaces.list, { params })
  expect(made.items.map(({ title, space }) => [title, space.permissions.view])).toEqual([
    ['Open', true],
    ['Closed', false],
  ])
})
