import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type ASite, aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { pruneEntries } from '../sites/history-queries.ts'
import { resolvePath, structureOf } from '../sites/structure-queries.ts'

const app = useTestApp()

const historyOf = async ({ call, params }: ASite) => (await call(api.siteHistory.list, { params })).items
const entry = ({ call, params }: ASite, historyEntryId: string) =>
  call(api.siteHistory.get, { params: { ...params, historyEntryId } })
const restore = ({ call, params }: ASite, historyEntryId: string, body: object = {}) =>
  call(api.siteHistory.restore, { params: { ...params, historyEntryId }, body })
const structureNow = ({ call, params }: ASite) => call(api.siteStructure.get, { params })

/** A change that is an entry of its own. */
async function published({ call, params }: ASite, siteSectionId: string, title: string) {
  const changes = [{ type: 'change-section' as const, id: siteSectionId, title }]
  await call(api.sitePlans.addSteps, { params, body: { changes } })
  return (await call(api.sitePlans.publish, { params, body: {} })).entry
}

async function threeSections() {
  const site = await aSite(app)
  const [a, b, c] = [await site.aSection('Alpha'), await site.aSection('Beta'), await site.aSection('Gamma')]
  return { site, a, b, c }
}

test('the history starts with the first change, and live changes of one person share an entry', async () => {
  const site = await aSite(app)
  expect(await historyOf(site)).toEqual([])
  const { id: siteSectionId } = await site.aSection('Alpha')
  await site.aSection('Beta')
  const body = { title: 'First' }
  await site.call(api.siteSections.update, { params: { ...site.params, siteSectionId }, body })

  const history = await historyOf(site)
  expect(history).toMatchObject([
    {
      kind: 'edit',
      by: { id: site.admin.userId },
      current: true,
      changeCount: 3,
      changes: [
        { kind: 'added', item: { title: 'Alpha' } },
        { kind: 'added', item: { title: 'Beta' } },
        { kind: 'changed', from: 'Alpha', to: 'First' },
      ],
    },
    { kind: 'start', current: false, changeCount: 0 },
  ])
  const colleague = app.as(await app.aMember(site.organizationId, 'create'))
  await colleague(api.siteSections.update, {
    params: { ...site.params, siteSectionId },
    body: { title: 'Alpha' },
  })
  expect((await historyOf(site)).map(({ kind }) => kind)).toEqual(['edit', 'edit', 'start'])
})

test('a removal starts a new entry, so that it can be restored', async () => {
  const { site, b } = await threeSections()
  await site.call(api.siteSections.delete, { params: { ...site.params, siteSectionId: b.id } })
  const [, before] = await historyOf(site)
  await restore(site, before?.id ?? '')
  expect(await site.outline()).toEqual(['Alpha', 'Beta', 'Gamma'])
})

test('settings of the site and changes without effect add no entry', async () => {
  const { site, a } = await threeSections()
  const before = await historyOf(site)
  await site.call(api.sites.update, { params: site.params, body: { title: 'Other title' } })
  const input = { params: { ...site.params, siteSectionId: a.id }, body: { title: 'Alpha' } }
  await site.call(api.siteSections.update, input)
  expect(await historyOf(site)).toEqual(before)
})

test('an earlier structure is restored with its ids, and restoring can be undone', async () => {
  const { site, a, b, c } = await threeSections()
  const { call, params } = site
  await call(api.siteSections.update, {
    params: { ...params, siteSectionId: b.id },
    body: { condition: 'visitor.claims.beta', icon: 'star' },
  })
  const [then] = await historyOf(site)
  const was = await structureNow(site)
  await published(site, a.id, 'Renamed')
  await call(api.siteSections.delete, { params: { ...params, siteSectionId: b.id } })
  await call(api.sites.update, { params, body: { defaultSiteSection: c.id } })
  await call(api.siteSectionGroups.create, { params, body: { title: 'Group', sections: [c.id] } })
  const left = await structureNow(site)

  const seen = await entry(site, then?.id ?? '')
  expect(seen).toMatchObject({ restorable: true, missing: [], current: false })
  expect(pictured(seen.structure)).toEqual(pictured(was))
  expect(seen.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'added', item: { type: 'site-section', id: b.id, title: 'Beta' } }),
      expect.objectContaining({ kind: 'changed', from: 'Renamed', to: 'Alpha' }),
      expect.objectContaining({ kind: 'default', to: { id: a.id, title: 'Alpha' } }),
    ]),
  )
  expect(await structureNow(site)).toEqual(left)

  const [before] = await historyOf(site)
  const back = await restore(site, then?.id ?? '', { live: seen.live.fingerprint })
  expect(back).toMatchObject({ kind: 'restore', current: true, restored: { id: then?.id } })
  expect(pictured(await structureNow(site))).toEqual(pictured(was))
  await expect(restore(site, then?.id ?? '')).rejects.toMatchObject({ status: 409, type: 'no_change' })
  await expect(restore(site, before?.id ?? '', { live: seen.live.fingerprint })).rejects.toMatchObject({
    status: 412,
  })
  await restore(site, before?.id ?? '')
  expect(pictured(await structureNow(site))).toEqual(pictured(left))
})

test('a deleted space is not restored, nor a section that contained only it', async () => {
  const { site, a, b } = await threeSections()
  const extra = await site.aSiteSpace('Extra', a.id)
  const [then] = await historyOf(site)
  await site.call(api.spaces.delete, { params: { spaceId: b.spaceId } })
  await site.call(api.spaces.delete, { params: { spaceId: extra.spaceId } })
  expect((await historyOf(site))[0]).toMatchObject({ kind: 'trash' })
  await published(site, a.id, 'Renamed')

  const seen = await entry(site, then?.id ?? '')
  expect(seen.missing).toEqual([
    { type: 'site-space', id: b.siteSpaceId, title: 'Beta', reason: 'deleted' },
    { type: 'site-space', id: extra.id, title: 'Extra', reason: 'deleted' },
    { type: 'site-section', id: b.id, title: 'Beta', reason: 'empty' },
  ])
  await restore(site, then?.id ?? '')
  expect(await site.outline()).toEqual(['Alpha', 'Gamma'])
})

test('a space is not restored without permission to show it', async () => {
  const { site, a, b } = await threeSections()
  const { call, params } = site
  const [then] = await historyOf(site)
  await call(api.spaces.update, { params: { spaceId: b.spaceId }, body: { defaultLevel: 'read' } })
  await call(api.siteSections.delete, { params: { ...params, siteSectionId: b.id } })
  await published(site, a.id, 'Renamed')
  const other = app.as(await app.aMember(site.organizationId, 'create'))
  const at = { params: { ...params, historyEntryId: then?.id ?? '' } }
  expect((await other(api.siteHistory.get, at)).missing).toMatchObject([
    { title: 'Beta', reason: 'forbidden' },
    { title: 'Beta', reason: 'empty' },
  ])
  await other(api.siteHistory.restore, { ...at, body: {} })
  expect(await site.outline()).toEqual(['Alpha', 'Gamma'])
})

test('former addresses redirect after restoring', async () => {
  const { site, b } = await threeSections()
  const { call, params } = site
  const [then] = await historyOf(site)
  const changes = [{ type: 'change-section' as const, id: b.id, path: 'second' }]
  await call(api.sitePlans.addSteps, { params, body: { changes } })
  await call(api.sitePlans.publish, { params, body: {} })
  const seen = await entry(site, then?.id ?? '')
  expect(seen.addresses.changed).toMatchObject([{ from: '/second', to: '/beta' }])
  await restore(site, then?.id ?? '')
  const structure = await structureOf(app.db, site.organizationId, params.siteId)
  const readings = await resolvePath(app.db, structure, 'second/page')
  expect(readings).toContainEqual(expect.objectContaining({ address: 'beta', redirect: true }))
})

test('a site is restored to the structure before it had sections', async () => {
  const site = await aSite(app, ['Guide', 'API'])
  const was = await structureNow(site)
  await site.aSection('Blog')
  const start = (await historyOf(site)).find(({ kind }) => kind === 'start')
  await restore(site, start?.id ?? '')
  expect(pictured(await structureNow(site))).toEqual(pictured(was))
})

test('only the newest entries are kept', async () => {
  const { site, a } = await threeSections()
  for (const title of ['One', 'Two', 'Three']) await published(site, a.id, title)
  const all = await historyOf(site)
  const ref = { organizationId: site.organizationId, siteId: site.params.siteId }
  await app.db.transaction().execute((tx) => pruneEntries(tx, ref, 2))
  expect(await historyOf(site)).toEqual(all.slice(0, 2))
  await app.db.transaction().execute((tx) => pruneEntries(tx, ref, 2))
  expect(await historyOf(site)).toHaveLength(2)
})

/** A structure without the versions and times that writing changes. */
const pictured = (structure: unknown): unknown =>
  JSON.parse(
    JSON.stringify(structure, (name, value) =>
      ['version', 'updatedAt', 'space', 'editedAt'].includes(name) ? undefined : value,
    ),
  )
