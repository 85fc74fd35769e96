import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { StructureItem } from '#contract/site-structure.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { resolvePath, structureOf } from './structure-queries.ts'

const app = useTestApp()

type Sorting = {
  readonly before?: StructureItem
  readonly after?: StructureItem
  readonly parent?: string | null
}

const section = (id: string): StructureItem => ({ type: 'site-section', id })
const siteSpace = (id: string): StructureItem => ({ type: 'site-space', id })

const sort = (site: ASite, item: StructureItem, { parent, ...position }: Sorting) =>
  site.call(api.siteStructure.sort, {
    params: site.params,
    body: { item, position, ...(parent === undefined ? {} : { parent }) },
  })

/** Where a path leads: the title of the space, the page's path in it, and whether the reader is sent on. */
async function leadsTo({ organizationId, params }: ASite, path: string) {
  const structure = await structureOf(app.db, organizationId, params.siteId)
  const [first] = await resolvePath(app.db, structure, path)
  const title = structure.siteSpaces.find(({ id }) => id === first?.siteSpaceId)?.title
  return first === undefined ? null : [title, first.pagePath, first.redirect]
}

test('a site without sections returns its spaces', async () => {
  const { call, params } = await aSite(app, ['Guide', 'API'])
  const { type, structure } = await call(api.siteStructure.get, { params })

  expect(type).toBe('siteSpaces')
  expect(structure.map(({ object, title }) => [object, title])).toEqual([
    ['site-space', 'Guide'],
    ['site-space', 'API'],
  ])
})

test('sections move into and out of groups, spaces between sections', async () => {
  const site = await aSite(app)
  const { call, params, aSection, aSiteSpace, outline } = site
  const [a, b, c] = [await aSection('Alpha'), await aSection('Beta'), await aSection('Gamma')]
  const group = await call(api.siteSectionGroups.create, { params, body: { title: 'Group' } })

  await sort(site, section(b.id), { parent: group.id })
  expect(await outline()).toEqual(['Alpha', 'Gamma', { Group: ['Beta'] }])
  await sort(site, section(a.id), { before: section(b.id) })
  expect(await outline()).toEqual(['Gamma', { Group: ['Alpha', 'Beta'] }])
  await sort(site, section(b.id), { parent: null, before: section(c.id) })
  expect(await outline()).toEqual(['Beta', 'Gamma', { Group: ['Alpha'] }])
  await sort(site, { type: 'site-section-group', id: group.id }, { before: section(b.id) })
  expect(await outline()).toEqual([{ Group: ['Alpha'] }, 'Beta', 'Gamma'])

  const extra = await aSiteSpace('Extra', a.id)
  const moved = await sort(site, siteSpace(extra.id), { before: siteSpace(c.siteSpaceId) })
  expect(moved).toMatchObject({ object: 'site-space', section: c.id, default: false })
  await sort(site, siteSpace(extra.id), { parent: b.id })
  const { items } = await call(api.siteSections.list, { params })
  expect(items.map(({ siteSpaces }) => siteSpaces.map(({ title }) => title))).toEqual([
    ['Alpha'],
    ['Beta', 'Extra'],
    ['Gamma'],
  ])
})

test('an invalid parent is rejected and nothing moves', async () => {
  const site = await aSite(app)
  const { aSection, aSiteSpace, outline } = site
  const [a, b] = [await aSection('Alpha'), await aSection('Beta')]
  const extra = await aSiteSpace('Extra', a.id)
  const refusals: readonly [StructureItem, Sorting, number, string][] = [
    [siteSpace(extra.id), { before: section(a.id) }, 400, 'invalid_position'],
    [siteSpace(extra.id), { parent: null }, 400, 'invalid_position'],
    [siteSpace(extra.id), { parent: 'nowhere' }, 404, 'not_found'],
    [section(a.id), { parent: 'nowhere' }, 404, 'not_found'],
    [section(a.id), { before: siteSpace(b.siteSpaceId) }, 400, 'invalid_position'],
    [section('nowhere'), {}, 404, 'not_found'],
    [siteSpace(b.siteSpaceId), { parent: a.id }, 409, 'invalid_state'],
  ]
  for (const [item, sorting, status, type] of refusals) {
    await expect(sort(site, item, sorting)).rejects.toMatchObject({ status, type })
  }
  expect(await outline()).toEqual(['Alpha', 'Beta'])
})

test('the role read allows reading but not sorting', async () => {
  const site = await aSite(app)
  const [a, b] = [await site.aSection('Alpha'), await site.aSection('Beta')]
  const reader = app.as(await app.aMember(site.organizationId, 'read'))
  const body = { item: section(b.id), position: { before: section(a.id) } }

  expect((await reader(api.siteStructure.get, { params: site.params })).structure).toHaveLength(2)
  await expect(reader(api.siteStructure.sort, { params: site.params, body })).rejects.toMatchObject({
    status: 403,
    type: 'forbidden',
  })
})

test('addresses omit defaults, and full paths redirect to them', async () => {
  const site = await aSite(app)
  const intro = await site.aSection('Intro')
  const guides = await site.aSection('Guides')
  await site.aSiteSpace('Deutsch', intro.id)
  await site.aSiteSpace('Legacy', guides.id)

  expect(await leadsTo(site, '')).toEqual(['Intro', '', false])
  expect(await leadsTo(site, 'some/page')).toEqual(['Intro', 'some/page', false])
  expect(await leadsTo(site, 'deutsch/page')).toEqual(['Deutsch', 'page', false])
  expect(await leadsTo(site, 'guides/page')).toEqual(['Guides', 'page', false])
  expect(await leadsTo(site, 'guides/legacy/a/b')).toEqual(['Legacy', 'a/b', false])
  expect((await site.call(api.sites.publish, { params: site.params })).published).toBe(true)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params })
  const base = items[0]?.urls.published ?? ''
  expect(items.map(({ urls }) => urls.published?.slice(base.length))).toEqual([
    '',
    'deutsch/',
    'guides/',
    'guides/legacy/',
  ])
})

test('a former address redirects until another page uses it', async () => {
  const site = await aSite(app)
  await site.aSection('Intro')
  const guides = await site.aSection('Guides')
  const legacy = await site.aSiteSpace('Legacy', guides.id)
  const rename = (siteSectionId: string, path: string) =>
    site.call(api.siteSections.update, { params: { ...site.params, siteSectionId }, body: { path } })

  await rename(guides.id, 'manuals')
  expect((await readings(site, 'guides/legacy/x'))[1]).toEqual(['manuals/legacy', 'x', true])
  await rename(guides.id, 'books')
  expect((await readings(site, 'guides/x'))[1]).toEqual(['books', 'x', true])

  await sort(site, siteSpace(legacy.id), { parent: (await site.aSection('Archive')).id })
  expect((await readings(site, 'books/legacy/x'))[0]).toEqual(['books', 'legacy/x', false])
  expect(await readings(site, 'books/legacy/x')).toContainEqual(['archive/legacy', 'x', true])

  const taker = await site.aSection('Taker')
  await rename(taker.id, 'guides')
  expect(await leadsTo(site, 'guides/x')).toEqual(['Taker', 'x', false])
})

async function readings({ organizationId, params }: ASite, path: string) {
  const structure = await structureOf(app.db, organizationId, params.siteId)
  const ways = await resolvePath(app.db, structure, path)
  return ways.map(({ address, pagePath, redirect }) => [address, pagePath, redirect])
}
