import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'

const app = useTestApp()

test('a new group contains the given sections in their order', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const [a, , c] = [await aSection('Alpha'), await aSection('Beta'), await aSection('Gamma')]
  const body = { title: 'Group', icon: 'layers', sections: [c.id, a.id] }
  const group = await call(api.siteSectionGroups.create, { params, body })

  expect(group).toMatchObject({ object: 'site-section-group', title: 'Group', icon: 'layers', version: 1 })
  expect(group.sections.map(({ sectionGroup }) => sectionGroup)).toEqual([group.id, group.id])
  expect(await outline()).toEqual(['Beta', { Group: ['Gamma', 'Alpha'] }])
})

test('sections are added to and removed from a group', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const [a, b] = [await aSection('Alpha'), await aSection('Beta')]
  const { id: siteSectionGroupId } = await call(api.siteSectionGroups.create, {
    params,
    body: { title: 'Group' },
  })
  await aSection('Gamma')
  const group = { ...params, siteSectionGroupId }
  const filled = await call(api.siteSectionGroups.addSection, { params: group, body: { sectionId: b.id } })
  expect(filled.sections.map(({ title }) => title)).toEqual(['Beta'])
  await call(api.siteSectionGroups.addSection, { params: group, body: { sectionId: a.id } })
  expect(await outline()).toEqual([{ Group: ['Beta', 'Alpha'] }, 'Gamma'])

  await call(api.siteSectionGroups.removeSection, { params: { ...group, siteSectionId: b.id } })
  expect(await outline()).toEqual([{ Group: ['Alpha'] }, 'Beta', 'Gamma'])
  await expect(
    call(api.siteSectionGroups.removeSection, { params: { ...group, siteSectionId: b.id } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('the sections of a deleted group take its position', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const ids = []
  for (const title of ['Alpha', 'Beta', 'Gamma']) ids.push((await aSection(title)).id)
  const body = { title: 'Group', sections: ids.slice(1) }
  const { id: siteSectionGroupId } = await call(api.siteSectionGroups.create, { params, body })
  await aSection('Delta')
  await call(api.siteSectionGroups.delete, { params: { ...params, siteSectionGroupId } })

  expect(await outline()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
  expect((await call(api.siteSectionGroups.list, { params })).count).toBe(0)
})

test('a group moves among sections and groups at the top level only', async () => {
  const { call, params, aSection, outline } = await aSite(app)
  const alpha = await aSection('Alpha')
  const made = async (title: string) =>
    (await call(api.siteSectionGroups.create, { params, body: { title } })).id
  const [one, two] = [await made('One'), await made('Two')]
  const move = (siteSectionGroupId: string, body: object) =>
    call(api.siteSectionGroups.move, { params: { ...params, siteSectionGroupId }, body })

  await move(two, { position: { before: { type: 'site-section', id: alpha.id } } })
  expect(await outline()).toEqual([{ Two: [] }, 'Alpha', { One: [] }])
  await move(one, { position: { after: { type: 'site-section-group', id: two } } })
  expect(await outline()).toEqual([{ Two: [] }, { One: [] }, 'Alpha'])
  await expect(move(one, { position: { after: { type: 'site-section', id: two } } })).rejects.toMatchObject({
    status: 400,
    type: 'invalid_position',
  })
  const inGroup = { item: { type: 'site-section-group' as const, id: one }, parent: two }
  await expect(call(api.siteStructure.sort, { params, body: inGroup })).rejects.toMatchObject({
    status: 400,
    type: 'invalid_position',
  })
})

test('the title and icon of a group change if the version matches', async () => {
  const { call, params } = await aSite(app)
  const { id: siteSectionGroupId } = await call(api.siteSectionGroups.create, {
    params,
    body: { title: 'One' },
  })
  const group = { ...params, siteSectionGroupId }
  const changed = await call(api.siteSectionGroups.update, {
    params: group,
    body: { title: 'Two', icon: 'map' },
  })

  expect(changed).toMatchObject({ title: 'Two', icon: 'map', version: 2 })
  await expect(
    call(api.siteSectionGroups.update, { params: group, body: { icon: null } }, { ifMatch: 1 }),
  ).rejects.toMatchObject({ status: 412 })
})
