import { api } from '#contract/api.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import { expect, test } from './fixtures.ts'
import { dragRow, expectOutline, moveResponse, moveSettled, row } from './structure-tree.ts'

test('a section moves into a group and out of it, by mouse and by menu', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Products 1')

  await dragRow(page, 'Beta', 'Products', 0.5)
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Beta 2')
  await expect(page.getByText('Moved “Beta” into “Products”')).toBeVisible()
  await page.reload()
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Beta 2')

  await dragRow(page, 'Beta', 'Alpha', 0.9)
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Products 1')
  await expect(page.getByText('Moved “Beta” to the top')).toBeVisible()
  await page.keyboard.press('z')
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Beta 2')

  await page.getByRole('button', { name: 'Actions for Beta' }).click()
  const answered = moveResponse(page)
  await page.getByRole('menuitem', { name: 'Move out of “Products”' }).click()
  expect((await answered).status()).toBe(200)
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Beta 1')
})

test('a space that moves to another section gets an address below it', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSections.list, { params })
  const spaceId = await seed.space('Gamma')
  await callApi(api.siteSpaces.create, { params, body: { spaceId, sectionId: items[0]?.id } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline([page], 'Alpha 1', 'Alpha 2', 'Gamma 2', 'Beta 1')
  await expect(row(page, 'Gamma')).toContainText('/gamma')

  const answered = moveResponse(page)
  await dragRow(page, 'Gamma', 'Beta', 0.5)
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Beta 2', 'Gamma 2')
  expect((await answered).status()).toBe(200)
  await expect(row(page, 'Gamma')).toContainText('/beta/gamma')

  await page.getByRole('button', { name: 'Actions for Gamma' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(row(page, 'Gamma')).toContainText('Default')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(row(page, 'Gamma')).toContainText('Default')
})

test('title, path and condition are edited in place; an invalid value shows why', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Beta').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Reference')
  await page.keyboard.press('Enter')
  await expectOutline([page], 'Alpha 1', 'Reference 1', 'Gamma 1')

  await page.keyboard.press('p')
  await page.keyboard.type('Not a path')
  await expect(page.getByRole('alert')).toHaveText(/lower-case/)
  await page.getByLabel('New path of Reference').fill('gamma')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The section “Gamma” already has the path “gamma”')
  await expect(page.getByLabel('New path of Reference')).toHaveValue('gamma')
  await expect(page.getByLabel('New path of Reference')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Reference')).toContainText('/beta')
  await row(page, 'Reference').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('gamma')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('New path of Reference').fill('reference')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Reference')).toContainText('/reference')

  await row(page, 'Reference').focus()
  await page.keyboard.press('e')
  const condition = page.getByLabel('Shown when')
  await condition.fill('visitor.claims.beta = true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^Character 21: /)).toBeVisible()
  await condition.fill('visitor.claims.beta == true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Reference')).toContainText('visitor.claims.beta == true')
})

test('a dialog is saved on top of an edit of the same row that is still on its way', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  const held = Promise.withResolvers<void>()
  await page.route('**/sections/*', async (route) => {
    await held.promise
    await route.continue()
  })
  await row(page, 'Beta').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('reference')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Beta')).toContainText('/reference')
  await row(page, 'Beta').focus()
  await page.keyboard.press('e')
  await page.getByLabel('Shown when').fill('visitor.claims.beta == true')
  await page.keyboard.press('ControlOrMeta+Enter')
  held.resolve()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Beta')).toContainText('visitor.claims.beta == true')
  await page.reload()
  await expect(row(page, 'Beta')).toContainText('/reference')
})

test('a move next to a deleted row is reverted with a reason; a change that does not conflict is merged', async ({
  page,
  seed,
  callApi,
  signInAs,
  blockChangeStream,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma', 'Delta'])
  const params = { organizationId: seed.organizationId, siteId }
  await blockChangeStream()
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Gamma 1', 'Delta 1')
  const sections = (await callApi(api.siteSections.list, { params })).items
  const idOf = (title: string) => sections.find((one: SiteSection) => one.title === title)?.id ?? ''

  await callApi(api.siteSections.update, {
    params: { ...params, siteSectionId: idOf('Delta') },
    body: { description: 'Written by somebody else' },
  })
  const settled = moveSettled(page)
  await dragRow(page, 'Delta', 'Alpha', 0.9)
  await settled
  await expectOutline([page], 'Alpha 1', 'Delta 1', 'Beta 1', 'Gamma 1')
  const titles = (await callApi(api.siteSections.list, { params })).items.map(({ title }) => title)
  expect(titles).toEqual(['Alpha', 'Delta', 'Beta', 'Gamma'])

  await callApi(api.siteSections.delete, { params: { ...params, siteSectionId: idOf('Beta') } })
  await dragRow(page, 'Alpha', 'Beta', 0.9)
  const message = page.getByRole('alert').filter({ hasText: 'Couldn’t move “Alpha”' })
  await expect(message).toContainText('Someone moved or deleted “Beta” in the meantime')
  await expectOutline([page], 'Alpha 1', 'Delta 1', 'Gamma 1')
})

test('the last section cannot be removed', async ({ page, seed, signInAs }) => {
  const siteId = await seed.site('Docs', ['Alpha'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Alpha').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('A site needs at least one section')).toBeVisible()
})
