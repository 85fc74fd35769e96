import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

const section = (siteSection: string) => ({ type: 'site-section' as const, siteSection })
const group = (siteSectionGroup: string) => ({ type: 'site-section-group' as const, siteSectionGroup })
const siteSpace = (id: string) => ({ type: 'site-space' as const, siteSpace: id })

type SectionMove = Input<typeof api.siteSections.move>['body']

/** A site of the sections Alpha, Beta and Gamma and the empty group Group, in this order. */
async function siteWithGroup() {
  const site = await aSite(app)
  const { call, params } = site
  const [alpha, beta, gamma] = [
    await site.aSection('Alpha'),
    await site.aSection('Beta'),
    await site.aSection('Gamma'),
  ]
  const { id: groupId } = await call(api.siteSectionGroups.create, { params, body: { title: 'Group' } })
  const moveSection = (siteSectionId: string, body: SectionMove, ifMatch?: number) =>
    call(
      api.siteSections.move,
      { params: { ...params, siteSectionId }, ...(body === undefined ? {} : { body }) },
      ifMatch === undefined ? {} : { ifMatch },
    )
  /** Title and version of every group, section and site space in order. */
  const versions = async () => {
    const [groups, sections, siteSpaces] = [
      await call(api.siteSectionGroups.list, { params }),
      await call(api.siteSections.list, { params }),
      await call(api.siteSpaces.list, { params }),
    ]
    return [groups, sections, siteSpaces].map(({ items }) =>
      items.map(({ title, version }) => `${title} ${version}`),
    )
  }
  return { ...site, alpha, beta, gamma, groupId, moveSection, versions }
}

test('a section moves into an empty group, within it and out of it, and only its row changes', async () => {
  const { alpha, beta, groupId, moveSection, outline, versions } = await siteWithGroup()
  await moveSection(alpha.id, { sectionGroup: groupId })
  expect(await outline()).toEqual(['Beta', 'Gamma', { Group: ['Alpha'] }])

  await moveSection(beta.id, { position: { before: section(alpha.id) } })
  expect(await outline()).toEqual(['Gamma', { Group: ['Beta', 'Alpha'] }])
  expect(await versions()).toEqual([
    ['Group 1'],
    ['Gamma 1', 'Beta 2', 'Alpha 2'],
    ['Gamma 1', 'Beta 1', 'Alpha 1'],
  ])

  const moved = await moveSection(alpha.id, { sectionGroup: null, position: { after: group(groupId) } })
  expect([moved.sectionGroup, moved.version]).toEqual([undefined, 3])
  expect(await outline()).toEqual(['Gamma', { Group: ['Beta'] }, 'Alpha'])
  await moveSection(alpha.id, { position: { before: group(groupId) } })
  expect(await outline()).toEqual(['Gamma', 'Alpha', { Group: ['Beta'] }])
})

test('a neighbor has to be in the group that a section moves into', async () => {
  const { alpha, beta, groupId, moveSection, outline } = await siteWithGroup()
  await expect(
    moveSection(alpha.id, { sectionGroup: groupId, position: { after: section(beta.id) } }),
  ).rejects.toMatchObject({ status: 400, type: 'invalid_position' })
  await expect(moveSection(alpha.id, { sectionGroup: beta.id })).rejects.toMatchObject({ status: 404 })
  expect(await outline()).toEqual(['Alpha', 'Beta', 'Gamma', { Group: [] }])
})

test('a move of a group or a site space changes only its own row', async () => {
  const { call, params, alpha, beta, groupId, aSiteSpace, outline, versions } = await siteWithGroup()
  const extra = await aSiteSpace('Extra', alpha.id)
  await call(api.siteSectionGroups.move, {
    params: { ...params, siteSectionGroupId: groupId },
    body: { position: { before: { type: 'site-section', id: alpha.id } } },
  })
  expect(await outline()).toEqual([{ Group: [] }, 'Alpha', 'Beta', 'Gamma'])

  const moved = await call(api.siteSpaces.move, {
    params: { ...params, siteSpaceId: extra.id },
    body: { section: beta.id, position: { before: siteSpace(beta.siteSpaceId) } },
  })
  expect(moved).toMatchObject({ section: beta.id, version: 2 })
  expect(await versions()).toEqual([
    ['Group 2'],
    ['Alpha 1', 'Beta 1', 'Gamma 1'],
    ['Alpha 1', 'Extra 2', 'Beta 1', 'Gamma 1'],
  ])
})

test('a move with a stale If-Match gets 412 and changes nothing', async () => {
  const { call, params, alpha, beta, gamma, groupId, aSiteSpace, moveSection, ...site } =
    await siteWithGroup()
  const extra = await aSiteSpace('Extra', alpha.id)
  await moveSection(gamma.id, { sectionGroup: groupId })
  await call(api.siteSectionGroups.move, { params: { ...params, siteSectionGroupId: groupId }, body: {} })
  const groupParams = { params: { ...params, siteSectionGroupId: groupId } }
  await call(api.siteSectionGroups.update, { ...groupParams, body: { icon: 'map' } })
  const spaceParams = { params: { ...params, siteSpaceId: extra.id } }
  await call(api.siteSpaces.update, { ...spaceParams, body: { path: 'more' } })
  const before = [await site.outline(), await site.versions()]

  const stale = { status: 412, type: 'stale' }
  await expect(moveSection(gamma.id, { position: { before: section(alpha.id) } }, 1)).rejects.toMatchObject(
    stale,
  )
  const front = { position: { before: { type: 'site-section' as const, id: alpha.id } } }
  await expect(
    call(api.siteSectionGroups.move, { ...groupParams, body: front }, { ifMatch: 1 }),
  ).rejects.toMatchObject(stale)
  await expect(
    call(api.siteSpaces.move, { ...spaceParams, body: { section: beta.id } }, { ifMatch: 1 }),
  ).rejects.toMatchObject(stale)
  expect([await site.outline(), await site.versions()]).toEqual(before)
})

test('of two concurrent moves that saw the same version one is refused', async () => {
  const { alpha, gamma, groupId, moveSection, outline, versions } = await siteWithGroup()
  const results = await Promise.allSettled([
    moveSection(gamma.id, { sectionGroup: groupId }, 1),
    moveSection(gamma.id, { position: { before: section(alpha.id) } }, 1),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused[0]).toMatchObject({ status: 412, type: 'stale' })
  expect([
    ['Alpha', 'Beta', { Group: ['Gamma'] }],
    ['Gamma', 'Alpha', 'Beta', { Group: [] }],
  ]).toContainEqual(await outline())
  expect((await versions())[1]).toContain('Gamma 2')
})

test('concurrent moves of different sections are both applied', async () => {
  const { alpha, beta, groupId, moveSection, outline, versions } = await siteWithGroup()
  await Promise.all([
    moveSection(alpha.id, { sectionGroup: groupId }, 1),
    moveSection(beta.id, { sectionGroup: groupId }, 1),
  ])
  const [, moved] = await outline()
  expect(
    Object.values(moved ?? {})
      .flat()
      .toSorted(),
  ).toEqual(['Alpha', 'Beta'])
  expect((await versions())[1]?.toSorted()).toEqual(['Alpha 2', 'Beta 2', 'Gamma 1'])
})

test('a section is added to a group at a position with one request', async () => {
  const { call, params, alpha, groupId, aSpace, moveSection, outline, versions } = await siteWithGroup()
  await moveSection(alpha.id, { sectionGroup: groupId })
  const add = async (title: string, body: object) =>
    call(api.siteSections.create, { params, body: { spaceId: await aSpace(title), title, ...body } })

  const last = await add('Last', { sectionGroup: groupId })
  expect([last.sectionGroup, last.version]).toEqual([groupId, 1])
  await add('First', { position: { before: section(alpha.id) } })
  await add('Top', { sectionGroup: null, position: { before: group(groupId) } })
  expect(await outline()).toEqual(['Beta', 'Gamma', 'Top', { Group: ['First', 'Alpha', 'Last'] }])
  expect((await versions())[0]).toEqual(['Group 1'])

  await expect(
    add('Wrong', { sectionGroup: groupId, position: { after: section('unknown') } }),
  ).rejects.toMatchObject({ status: 400, type: 'invalid_position' })
  await expect(add('Wrong', { sectionGroup: 'unknown' })).rejects.toMatchObject({ status: 404 })
  expect(await outline()).toHaveLength(4)
})

test('a group and a site space are added at a position', async () => {
  const { call, params, alpha, beta, aSpace, outline } = await siteWithGroup()
  await call(api.siteSectionGroups.create, {
    params,
    body: {
      title: 'Other',
      sections: [alpha.id],
      position: { before: { type: 'site-section', id: beta.id } },
    },
  })
  expect(await outline()).toEqual([{ Other: ['Alpha'] }, 'Beta', 'Gamma', { Group: [] }])

  const added = await call(api.siteSpaces.create, {
    params,
    body: {
      spaceId: await aSpace('New'),
      sectionId: beta.id,
      position: { before: siteSpace(beta.siteSpaceId) },
    },
  })
  expect(added.version).toBe(1)
  const { items } = await call(api.siteSections.list, { params })
  expect(items.find(({ id }) => id === beta.id)?.siteSpaces.map(({ title }) => title)).toEqual([
    'New',
    'Beta',
  ])
})

test('a plan adds a section to a group at a position', async () => {
  const { call, params, alpha, groupId, aSpace, moveSection, outline } = await siteWithGroup()
  await moveSection(alpha.id, { sectionGroup: groupId })
  const position = { before: section(alpha.id) }
  const spaceId = await aSpace('Planned')
  const changes = [{ type: 'add-section' as const, spaceId, sectionGroup: groupId, position }]
  await call(api.sitePlans.addSteps, { params, body: { changes } })
  await call(api.sitePlans.publish, { params, body: {} })

  expect(await outline()).toEqual(['Beta', 'Gamma', { Group: ['Planned', 'Alpha'] }])
})

test('a move is one audit event with the former and the new position', async () => {
  const { call, params, organizationId, alpha, groupId, moveSection } = await siteWithGroup()
  await moveSection(alpha.id, { sectionGroup: groupId })
  const query = { target: params.siteId, limit: 1 }
  const { items } = await call(api.auditEvents.list, { params: { organizationId }, query })
  const auditEventId = items[0]?.id ?? ''
  const event = await call(api.auditEvents.get, { params: { organizationId, auditEventId } })

  expect(event).toMatchObject({
    action: 'site.structure',
    payload: {
      before: { item: { id: alpha.id }, parent: null },
      after: { item: { id: alpha.id }, parent: groupId },
    },
  })
})
