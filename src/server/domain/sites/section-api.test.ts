import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('the first section contains the existing spaces, then the new section is added', async () => {
  const { call, params, aSection, outline } = await aSite(app, ['Guide', 'API'])
  const added = await aSection('Community')

  expect(await outline()).toEqual(['Guide', 'Community'])
  const { items } = await call(api.siteSections.list, { params })
  expect(items.map((one) => [one.path, one.default, one.siteSpaces.map(({ title }) => title)])).toEqual([
    ['guide', true, ['Guide', 'API']],
    ['community', false, ['Community']],
  ])
  expect(items.map((one) => one.siteSpaces.map((space) => space.default))).toEqual([[true, false], [true]])
  expect(items[1]?.id).toBe(added.id)
})

test('the first section of an empty site is its default and the only one', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const { id } = await aSection('Intro')

  expect(await outline()).toEqual(['Intro'])
  expect((await call(api.sites.get, { params })).defaultSiteSection).toBe(id)
})

test('a new section has the title of its space unless one is given, and a unique path', async () => {
  const { call, params, aSpace, aSection } = await aSite(app)
  await aSection('Guides')
  const spaceId = await aSpace('Guides')
  const made = await call(api.siteSections.create, { params, body: { spaceId, icon: 'book-open' } })

  expect(made).toMatchObject({ title: 'Guides', path: 'guides-1', icon: 'book-open', version: 1 })
})

test('an update sets given fields, removes null fields and keeps others', async () => {
  const { call, params, aSection } = await aSite(app)
  const { id: siteSectionId } = await aSection('Guides')
  const one = { params: { ...params, siteSectionId } }
  const body = { title: 'All guides', description: 'How to', icon: 'map', condition: 'visitor.claims.beta' }
  const full = await call(api.siteSections.update, { ...one, body })

  expect(full).toMatchObject({ ...body, path: 'guides', version: 2 })
  const bare = await call(api.siteSections.update, {
    ...one,
    body: { description: null, icon: null, condition: null },
  })
  expect(bare).toMatchObject({ title: 'All guides', version: 3 })
  expect([bare.description, bare.icon, bare.condition]).toEqual([undefined, undefined, undefined])
  expect(await call(api.siteSections.update, { ...one, body: {} })).toEqual(bare)
})

test('an invalid condition is rejected with the position of the error', async () => {
  const { call, params, aSection } = await aSite(app)
  const { id: siteSectionId } = await aSection('Guides')
  const body = { condition: 'visitor.claims.beta &&' }

  const refused = call(api.siteSections.update, { params: { ...params, siteSectionId }, body })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    type: 'validation',
    details: { issues: [{ path: ['body', 'condition'], message: expect.stringContaining('Character 23') }] },
  })
})

test('the path of another section is rejected, in a group or not', async () => {
  const { call, params, aSection } = await aSite(app)
  const [guides, reference] = [await aSection('Guides'), await aSection('Reference')]
  const body = { title: 'Group', sections: [guides.id] }
  await call(api.siteSectionGroups.create, { params, body })

  const taken = { params: { ...params, siteSectionId: reference.id }, body: { path: 'guides' } }
  await expect(call(api.siteSections.update, taken)).rejects.toMatchObject({ status: 409, type: 'conflict' })
})

test('deleting the default section makes the next one the default', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const [intro, guides] = [await aSection('Intro'), await aSection('Guides')]
  await aSection('Reference')
  const params1 = { ...params, siteSectionId: intro.id }
  await call(api.siteSections.delete, { params: params1 })

  expect(await outline()).toEqual(['Guides', 'Reference'])
  const site = await call(api.sites.get, { params })
  expect(site).toMatchObject({
    defaultSiteSection: guides.id,
    defaultSiteSpace: guides.siteSpaceId,
    siteSpaces: 2,
  })
  await expect(call(api.siteSections.delete, { params: params1 })).rejects.toMatchObject({ status: 404 })
})

test('the last section cannot be deleted', async () => {
  const { call, params, aSection } = await aSite(app)
  const { id: siteSectionId } = await aSection('Only')

  await expect(call(api.siteSections.delete, { params: { ...params, siteSectionId } })).rejects.toMatchObject(
    { status: 409, type: 'invalid_state' },
  )
})

test('a section moves before and after others, and to the end', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const [a, b, c] = [await aSection('Alpha'), await aSection('Beta'), await aSection('Gamma')]
  const beside = (siteSection: string) => ({ type: 'site-section' as const, siteSection })
  const move = (siteSectionId: string, position?: object) =>
    call(api.siteSections.move, {
      params: { ...params, siteSectionId },
      body: position === undefined ? {} : { position },
    })

  await move(c.id, { before: beside(a.id) })
  expect(await outline()).toEqual(['Gamma', 'Alpha', 'Beta'])
  await move(c.id, { after: beside(a.id), before: beside(b.id) })
  expect(await outline()).toEqual(['Alpha', 'Gamma', 'Beta'])
  await move(a.id)
  expect(await outline()).toEqual(['Gamma', 'Beta', 'Alpha'])
})

test('a move changes only the moved row', async () => {
  const { call, params, aSection } = await aSite(app)
  const [a, , c] = [await aSection('Alpha'), await aSection('Beta'), await aSection('Gamma')]
  const versions = async () => {
    const { items } = await call(api.siteSections.list, { params })
    return Object.fromEntries(items.map(({ title, version }) => [title, version]))
  }
  const position = { before: { type: 'site-section' as const, siteSection: a.id } }
  await call(api.siteSections.move, { params: { ...params, siteSectionId: c.id }, body: { position } })

  expect(await versions()).toEqual({ Gamma: 2, Alpha: 1, Beta: 1 })
  await call(api.siteSections.move, { params: { ...params, siteSectionId: c.id }, body: { position } })
  expect(await versions()).toEqual({ Gamma: 2, Alpha: 1, Beta: 1 })
})

test.each([
  ['a neighbor on another site', 'elsewhere', undefined],
  ['neighbors that are not adjacent', 'Alpha', 'Gamma'],
])('rejects %s', async (_, after, before) => {
  const { call, params, aSection } = await aSite(app)
  const ids = new Map<string, string>()
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) ids.set(title, (await aSection(title)).id)
  const beside = (title: string) => ({ type: 'site-section' as const, siteSection: ids.get(title) ?? title })
  const position = { after: beside(after), ...(before === undefined ? {} : { before: beside(before) }) }

  await expect(
    call(api.siteSections.move, {
      params: { ...params, siteSectionId: ids.get('Delta') ?? '' },
      body: { position },
    }),
  ).rejects.toMatchObject({ status: 400, type: 'invalid_position' })
})

test('a move is rejected if the section has moved since its version was read', async () => {
  const { call, params, aSection } = await aSite(app)
  const [a, b] = [await aSection('Alpha'), await aSection('Beta')]
  const input = {
    params: { ...params, siteSectionId: b.id },
    body: { position: { before: { type: 'site-section' as const, siteSection: a.id } } },
  }
  await call(api.siteSections.move, input, { ifMatch: 1 })

  await expect(call(api.siteSections.move, input, { ifMatch: 1 })).rejects.toMatchObject({
    status: 412,
    type: 'stale',
  })
})

test('pagination of the list survives a move', async () => {
  const { call, params, aSection } = await aSite(app)
  const ids = []
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) ids.push((await aSection(title)).id)
  const first = await call(api.siteSections.list, { params, query: { limit: 2 } })
  expect([first.items.map(({ title }) => title), first.count]).toEqual([['Alpha', 'Beta'], 4])

  await call(api.siteSections.move, {
    params: { ...params, siteSectionId: ids[1] ?? '' },
    body: {},
  })
  const page = first.next?.page ?? ''
  const second = await call(api.siteSections.list, { params, query: { limit: 2, page } })
  expect(second.items.map(({ title }) => title)).toEqual(['Gamma', 'Delta'])
})
