import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

async function anAuditedSite(spaces: readonly string[]) {
  const site = await aSite(app, spaces)
  const { organizationId, siteId } = site.params
  /** The audit events of the site after its creation, oldest first. */
  const told = async () => {
    const params = { organizationId }
    const { items } = await site.call(api.auditEvents.list, { params, query: { target: siteId, limit: 100 } })
    const events = []
    for (const { id } of items.toReversed()) {
      const { action, payload } = await site.call(api.auditEvents.get, {
        params: { organizationId, auditEventId: id },
      })
      events.push({ action, ...payload })
    }
    return events.slice(1)
  }
  const last = async () => (await told()).at(-1)
  return { ...site, told, last }
}

test('audit events cover a site from creation to deletion', async () => {
  const { call, params, told, organizationId } = await anAuditedSite(['One'])
  await call(api.sites.publish, { params })
  await call(api.sites.publish, { params })
  await call(api.sites.update, { params, body: { title: 'Other', proxy: 'example.org/docs' } })
  await call(api.sites.unpublish, { params })
  await call(api.sites.delete, { params })
  const query = { target: params.siteId }
  const { items } = await call(api.auditEvents.list, { params: { organizationId }, query })
  expect(items.at(-1)).toMatchObject({
    action: 'site.create',
    target: { type: 'site', label: 'Halden Docs' },
  })
  expect(await told()).toEqual([
    { action: 'site.publish', before: { published: false }, after: { published: true } },
    {
      action: 'site.update',
      before: { title: 'Halden Docs', proxy: null },
      after: { title: 'Other', proxy: 'example.org/docs' },
    },
    { action: 'site.unpublish', before: { published: true }, after: { published: false } },
    { action: 'site.delete', before: expect.objectContaining({ title: 'Other', visibility: 'public' }) },
  ])
})

test('an added or removed item has one audit event with its position', async () => {
  const { call, params, told, aSection } = await anAuditedSite(['One', 'Two'])
  const section = await aSection('Guides')
  const first = await told()
  expect(first.map(({ action, before }) => [action, before])).toEqual([
    ['site.structure', undefined],
    ['site.structure', undefined],
  ])
  expect(first[0]?.after).toMatchObject({ item: { title: 'One' } })
  expect(first[1]?.after).toMatchObject({ parent: null, path: 'guides', spaces: [{ title: 'Guides' }] })
  await call(api.siteSections.delete, { params: { ...params, siteSectionId: section.id } })
  const events = await told()
  expect(events).toHaveLength(3)
  expect(events[2]).toMatchObject({
    before: { item: { type: 'site-section', id: section.id }, spaces: [{ space: section.spaceId }] },
  })
})

test('sending `before` of an audit event undoes a change', async () => {
  const { call, params, last, aSection } = await anAuditedSite(['One'])
  const section = await aSection('Guides')
  const path = { ...params, siteSectionId: section.id }
  const { siteSpaces: _, ...start } = await call(api.siteSections.update, {
    params: path,
    body: { icon: 'book' },
  })
  await call(api.siteSections.update, {
    params: path,
    body: { title: 'Help', path: 'help', description: 'All of it', icon: null, condition: 'visitor.x == 1' },
  })
  const change = await last()
  expect(change?.before).toEqual({
    item: { type: 'site-section', id: section.id, title: 'Guides' },
    title: 'Guides',
    path: 'guides',
    description: null,
    icon: 'book',
    condition: null,
  })
  const again = await call(api.siteSections.update, { params: path, body: change?.before ?? {} })
  expect({ ...again, version: 0, siteSpaces: undefined }).toEqual({ ...start, version: 0 })
})

test('sorting with `before` of an audit event undoes a move, in and out of groups', async () => {
  const { call, params, last, aSection, outline } = await anAuditedSite(['One'])
  const [guides, help] = [await aSection('Guides'), await aSection('Help')]
  const group = await call(api.siteSectionGroups.create, {
    params,
    body: { title: 'Group', sections: [help.id] },
  })
  expect((await last())?.after).toMatchObject({ sections: [{ id: help.id, title: 'Help' }] })
  const start = await outline()
  const item = { type: 'site-section' as const, id: guides.id }
  for (const to of [
    { parent: group.id },
    { parent: null, position: { after: { type: 'site-section-group' as const, id: group.id } } },
  ]) {
    await call(api.siteStructure.sort, { params, body: { item, ...to } })
    expect(await outline()).not.toEqual(start)
    const move = await last()
    expect(move).toMatchObject({ action: 'site.structure', before: { item }, after: { item } })
    await call(api.siteStructure.sort, { params, body: { item, ...move?.before } })
    expect(await outline()).toEqual(start)
  }
  await call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId: group.id } })
  expect(await last()).toMatchObject({ before: { sections: [{ id: help.id }] } })
})

test('deleting a space records its removal from sites, and unpublishing with the last space', async () => {
  const { call, params, told, organizationId } = await anAuditedSite(['One'])
  await call(api.sites.publish, { params })
  const [shown] = (await call(api.siteSpaces.list, { params })).items
  await call(api.spaces.delete, { params: { spaceId: shown?.space.id ?? '' } })
  expect((await told()).slice(1)).toMatchObject([
    { action: 'site.structure', before: { item: { id: shown?.id }, space: shown?.space.id } },
    { action: 'site.unpublish' },
  ])
  const { items } = await call(api.auditEvents.list, {
    params: { organizationId },
    query: { action: 'space.delete' },
  })
  expect(items).toHaveLength(1)
})

test('a chosen default is recorded as a setting, a default that follows from another change is not', async () => {
  const { call, params, told } = await anAuditedSite(['One', 'Two'])
  const [one, two] = (await call(api.siteSpaces.list, { params })).items
  await call(api.sites.update, { params, body: { defaultSiteSpace: two?.id ?? '' } })
  await call(api.siteSpaces.delete, { params: { ...params, siteSpaceId: two?.id ?? '' } })
  expect(await told()).toMatchObject([
    {
      action: 'site.update',
      before: { defaultSiteSpace: one?.id },
      after: { defaultSiteSpace: two?.id },
    },
    { action: 'site.structure', before: { item: { id: two?.id } } },
  ])
})
