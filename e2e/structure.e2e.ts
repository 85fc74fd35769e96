import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { drag, dragByTouch, expectOutline, phone, row } from './structure-tree.ts'

test('rows move into a group, out of it and among each other by mouse, touch and keyboard, in two windows', async ({
  page,
  openWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  const params = { organizationId: seed.organizationId, siteId }
  const [alpha] = (await callApi(api.siteSections.list, { params })).items
  for (const title of ['Second', 'Third'])
    await callApi(api.siteSpaces.create, {
      params,
      body: { spaceId: await seed.space(title), sectionId: alpha?.id },
    })
  await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  await signInAs('admin')
  const address = `/o/${seed.organizationId}/sites/${siteId}/structure`
  const other = await openWindow(phone)
  const both = [page, other]
  for (const window of both) await window.goto(address)
  const start = ['Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Beta 1', 'Gamma 1', 'Products 1']
  await expectOutline(both, ...start)

  await drag(page, row(page, 'Beta'), row(page, 'Products'), 0.5)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Gamma 1', 'Products 1', 'Beta 2')

  await dragByTouch(other, row(other, 'Gamma'), row(other, 'Beta'), 0.9)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 2')
  await expect(other.getByText('Gamma moved, now 2 of 2 in Products')).toBeAttached()

  await dragByTouch(other, row(other, 'Third'), row(other, 'Second'), 0.1)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Third 2', 'Second 2', 'Products 1', 'Beta 2', 'Gamma 2')

  await row(page, 'Second').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Second is now 1 of 3 in Alpha')).toBeAttached()
  await page.keyboard.press('Space')
  await expectOutline(both, 'Alpha 1', 'Second 2', 'Alpha 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 2')

  await row(page, 'Gamma').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByText('Gamma is now 3 of 3')).toBeAttached()
  await page.keyboard.press('Space')
  await expectOutline(both, 'Alpha 1', 'Second 2', 'Alpha 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 1')
  await other.context().close()
})

test('several rows move together, and are removed with one undo', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma', 'Delta'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  const idsNow = async () =>
    (await callApi(api.siteSections.list, { params })).items.map(({ id }) => id).sort()
  const ids = await idsNow()
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure?add=space`)
  await expect(page.getByRole('option', { name: 'Alpha already in Alpha' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await row(page, 'Beta').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move 2 rows' })
  await expect(dialog.getByRole('option', { name: 'Top level of the site already there' })).toBeDisabled()
  await dialog.getByRole('option', { name: 'Products' }).click()
  await dialog.getByRole('button', { name: 'Move into Products' }).click()
  const grouped = ['Alpha 1', 'Delta 1', 'Products 1', 'Beta 2', 'Gamma 2']
  await expectOutline([page], ...grouped)

  await row(page, 'Beta').getByRole('checkbox').check({ force: true })
  await row(page, 'Delta').getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Gamma 2')
  await expect(page.getByText('Removed 2 rows')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Restored 2 rows')).toBeVisible()
  await expectOutline([page], ...grouped)
  await expect(row(page, 'Beta')).toContainText('/beta')
  expect(await idsNow()).toEqual(ids)

  await row(page, 'Beta').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Removed “Beta”')).toBeVisible()
  const [alpha] = (await callApi(api.siteSections.list, { params })).items
  const body = { path: 'beta' }
  await callApi(api.siteSections.update, { params: { ...params, siteSectionId: alpha?.id ?? '' }, body })
  await page.keyboard.press('z')
  await expect(page.getByText('“Beta” can’t be restored: its path')).toBeVisible()
})
