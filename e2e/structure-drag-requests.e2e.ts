import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'
import {
  drag,
  dragByTouch,
  expectOutline,
  moveSettled,
  phone,
  row,
  structureRequests,
} from './structure-tree.ts'

/** Alpha with the spaces Alpha and Second, Beta with one space, Gamma with one, and the empty group Products. */
async function seedSite(seed: Seed, callApi: Call) {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  const params = { organizationId: seed.organizationId, siteId }
  const sections = (await callApi(api.siteSections.list, { params })).items
  const sectionId = (title: string): string => sections.find((section) => section.title === title)?.id ?? ''
  const second = await callApi(api.siteSpaces.create, {
    params,
    body: { spaceId: await seed.space('Second'), sectionId: sectionId('Alpha') },
  })
  const products = await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  const spaceId = (title: string): string =>
    sections.find((section) => section.title === title)?.siteSpaces[0]?.id ?? ''
  const address = `/o/${seed.organizationId}/sites/${siteId}/structure`
  return { siteId, params, address, sectionId, spaceId, secondId: second.id, groupId: products.id }
}

const start = ['Alpha 1', 'Alpha 2', 'Second 2', 'Beta 1', 'Gamma 1', 'Products 1']

/** Picks a row up by keyboard, moves it, and drops it once the announcement says where it is. */
async function dragByKeys(page: Page, from: Locator, keys: readonly string[], announcement: string) {
  await from.focus()
  await page.keyboard.press('Space')
  for (const key of keys) await page.keyboard.press(key)
  await expect(page.getByText(announcement)).toBeAttached()
  await page.keyboard.press('Space')
}

const section = (id: string) => ({ type: 'site-section', siteSection: id })
const siteSpace = (id: string) => ({ type: 'site-space', siteSpace: id })

test('reordering a section sends one move of that section', async ({
  page,
  openWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { siteId, params, address, sectionId } = await seedSite(seed, callApi)
  await signInAs('admin')
  await page.goto(address)
  await expectOutline([page], ...start)
  const requests = structureRequests(page, siteId)
  const path = `sections/${sectionId('Gamma')}/move`

  const settled = moveSettled(page)
  await drag(page, row(page, 'Gamma'), row(page, 'Alpha').first(), 0.1)
  await settled
  await expectOutline([page], 'Gamma 1', 'Alpha 1', 'Alpha 2', 'Second 2', 'Beta 1', 'Products 1')
  const toStart = { sectionGroup: null, position: { before: section(sectionId('Alpha')) } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"1"', body: toStart }])

  requests.length = 0
  const settledAgain = moveSettled(page)
  await dragByKeys(page, row(page, 'Gamma'), ['ArrowDown'], 'Gamma is now 2 of 4')
  await settledAgain
  const afterAlpha = { sectionGroup: null, position: { after: section(sectionId('Alpha')) } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"2"', body: afterAlpha }])

  const { items } = await callApi(api.siteSections.list, { params })
  expect(items.map(({ title, version }) => [title, version])).toEqual([
    ['Alpha', 1],
    ['Gamma', 3],
    ['Beta', 1],
  ])

  const touch = await openWindow(phone)
  await touch.goto(address)
  await expectOutline([touch], 'Alpha 1', 'Alpha 2', 'Second 2', 'Gamma 1', 'Beta 1', 'Products 1')
  const touchRequests = structureRequests(touch, siteId)
  await dragByTouch(touch, row(touch, 'Beta'), row(touch, 'Gamma'), 0.1)
  await expectOutline([touch], 'Alpha 1', 'Alpha 2', 'Second 2', 'Beta 1', 'Gamma 1', 'Products 1')
  expect(touchRequests).toEqual([
    { method: 'POST', path: `sections/${sectionId('Beta')}/move`, ifMatch: '"1"', body: afterAlpha },
  ])
  await touch.context().close()
})

test('reordering a group sends one move of that group', async ({ page, seed, callApi, signInAs }) => {
  const { siteId, address, sectionId, groupId } = await seedSite(seed, callApi)
  await signInAs('admin')
  await page.goto(address)
  await expectOutline([page], ...start)
  const requests = structureRequests(page, siteId)
  const path = `section-groups/${groupId}/move`

  const settled = moveSettled(page)
  await drag(page, row(page, 'Products'), row(page, 'Alpha').first(), 0.1)
  await settled
  await expectOutline([page], 'Products 1', 'Alpha 1', 'Alpha 2', 'Second 2', 'Beta 1', 'Gamma 1')
  const toStart = { position: { before: { type: 'site-section', id: sectionId('Alpha') } } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"1"', body: toStart }])

  requests.length = 0
  const settledAgain = moveSettled(page)
  await dragByKeys(
    page,
    row(page, 'Products'),
    ['ArrowDown', 'ArrowDown', 'ArrowDown'],
    'Products is now 4 of 4',
  )
  await settledAgain
  const toEnd = { position: { after: { type: 'site-section', id: sectionId('Gamma') } } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"2"', body: toEnd }])
})

test('reordering a space sends one move of that space, within its section and to another one', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const { siteId, address, sectionId, spaceId, secondId } = await seedSite(seed, callApi)
  await signInAs('admin')
  await page.goto(address)
  await expectOutline([page], ...start)
  const requests = structureRequests(page, siteId)
  const path = `site-spaces/${secondId}/move`

  const settled = moveSettled(page)
  await dragByKeys(page, row(page, 'Second'), ['ArrowUp'], 'Second is now 1 of 2 in Alpha')
  await settled
  await expectOutline([page], 'Alpha 1', 'Second 2', 'Alpha 2', 'Beta 1', 'Gamma 1', 'Products 1')
  const within = { section: sectionId('Alpha'), position: { before: siteSpace(spaceId('Alpha')) } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"1"', body: within }])

  requests.length = 0
  const settledAgain = moveSettled(page)
  await drag(page, row(page, 'Second'), row(page, 'Beta'), 0.5)
  await settledAgain
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Beta 2', 'Second 2', 'Gamma 1', 'Products 1')
  const across = { section: sectionId('Beta'), position: { after: siteSpace(spaceId('Beta')) } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"2"', body: across }])
})

test('moving a section into a group and out of it sends one move of that section', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const { siteId, address, sectionId, groupId } = await seedSite(seed, callApi)
  await signInAs('admin')
  await page.goto(address)
  await expectOutline([page], ...start)
  const requests = structureRequests(page, siteId)
  const path = `sections/${sectionId('Gamma')}/move`

  const settled = moveSettled(page)
  await drag(page, row(page, 'Gamma'), row(page, 'Products'), 0.5)
  await settled
  await expectOutline([page], 'Alpha 1', 'Alpha 2', 'Second 2', 'Beta 1', 'Products 1', 'Gamma 2')
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"1"', body: { sectionGroup: groupId } }])

  requests.length = 0
  const settledAgain = moveSettled(page)
  await dragByKeys(page, row(page, 'Gamma'), ['Shift+Tab'], 'Gamma is now 4 of 4')
  await settledAgain
  await expectOutline([page], ...start.filter((line) => line !== 'Gamma 1'), 'Gamma 1')
  const group = { type: 'site-section-group', siteSectionGroup: groupId }
  const out = { sectionGroup: null, position: { after: group } }
  expect(requests).toEqual([{ method: 'POST', path, ifMatch: '"2"', body: out }])
})

test('moving several rows sorts the structure', async ({ page, seed, callApi, signInAs }) => {
  const { siteId, address, sectionId, groupId } = await seedSite(seed, callApi)
  await signInAs('admin')
  await page.goto(address)
  await expectOutline([page], ...start)
  const requests = structureRequests(page, siteId)
  await row(page, 'Beta').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await drag(page, row(page, 'Beta'), row(page, 'Products'), 0.5)
  const [beta, gamma] = ['Beta', 'Gamma'].map((title) => ({ type: 'site-section', id: sectionId(title) }))
  const sort = { method: 'PATCH', path: 'structure/sort', ifMatch: '"1"' }
  await expect
    .poll(() => requests)
    .toEqual([
      { ...sort, body: { item: beta, parent: groupId, position: {} } },
      { ...sort, body: { item: gamma, parent: groupId, position: { after: beta } } },
    ])
  await expectOutline([page], 'Alpha 1', 'Alpha 2', 'Second 2', 'Products 1', 'Beta 2', 'Gamma 2')
})

test('adding a section inside a group is one request', async ({ page, seed, callApi, signInAs }) => {
  const { siteId, address, groupId } = await seedSite(seed, callApi)
  const guideId = await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`${address}?add=section&to=${groupId}`)
  const requests = structureRequests(page, siteId)
  await page.getByRole('option', { name: 'Guide' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await expectOutline([page], ...start, 'Guide 2')
  const body = { spaceId: guideId, title: null, icon: null, sectionGroup: groupId }
  expect(requests).toEqual([{ method: 'POST', path: 'sections', ifMatch: undefined, body }])
})
