import { api } from '#contract/api.ts'
import { changedPages, conversation, diff, pageIdsByTitle } from './change-requests.ts'
import { type Call, expect, expectNoOverflow, test } from './fixtures.ts'

/** A space with a merged change request that edited “Torque” and added “Tools”. */
async function seedMerge(callApi: Call, spaceId: string) {
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const write = (markdown: string) => ({
    operation: 'update_page' as const,
    page: torque,
    document: { markdown },
  })
  const space = { params: { spaceId } }
  await callApi(api.spaceContent.edit, { ...space, body: { changes: [write('Tighten to 2.5 Nm.\n')] } })
  const request = await callApi(api.changeRequests.create, { ...space, body: { subject: 'New torque' } })
  const params = { spaceId, changeRequestId: request.id }
  const changes = [
    write('Tighten to 3.2 Nm.\n'),
    { operation: 'insert_page' as const, title: 'Tools', document: {} },
  ]
  await callApi(api.changeRequestContent.edit, { params, body: { changes } })
  await callApi(api.changeRequests.merge, { params })
  return {
    edit: (markdown: string) =>
      callApi(api.spaceContent.edit, { ...space, body: { changes: [write(markdown)] } }),
  }
}

test('a merged change request is reverted in a new one, and merging that restores the pages', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Torque', 'Wiring'])
  await seedMerge(callApi, spaceId)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1/overview`)
  await expect(page.getByRole('button', { name: 'Revert change request' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Revert change request' }).click()
  await expect(page).toHaveURL(/\/changes\/2/)
  await expect(page.getByRole('heading', { name: 'Revert #1 New torque' })).toBeVisible()
  await expect(page.getByText('Created “Revert #1 New torque” as a draft')).toBeVisible()
  await expect(changedPages(page).getByRole('link')).toHaveCount(2)
  await changedPages(page)
    .getByRole('link', { name: /Torque/ })
    .click()
  await expect(diff(page, 'Torque')).toContainText('2.5')
  await conversation(page).getByRole('button', { name: 'Merge change request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge change request' }).click()
  await expect(page.getByText(/Merged “Revert #1 New torque”/)).toBeVisible()
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  expect(pages.map(({ title }) => title)).toEqual(['Torque', 'Wiring'])

  await page.goto(`/s/${spaceId}/changes/1`)
  await page.getByRole('button', { name: 'Change request actions' }).click()
  await page.getByRole('menuitem', { name: 'Revert' }).click()
  await expect(page.getByText('There’s nothing to revert: the space has none of these changes')).toBeVisible()
})

test('a revert that conflicts with a later edit opens its conflicts', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  const { edit } = await seedMerge(callApi, spaceId)
  await edit('Tighten to 3.1 Nm.\n')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1`)
  await expect(page.getByRole('heading', { level: 1, name: 'New torque' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Search or go to' }).getByRole('combobox').fill('revert this')
  await page.getByRole('option', { name: 'Revert this change request' }).click()
  await expect(page).toHaveURL(/\/changes\/2\/conflicts/)
  await expect(page.getByText('1 conflict with the space.')).toBeVisible()
  await expect(page.getByText('Tighten to 2.5 Nm.')).toBeVisible()
  await expect(page.getByText('Tighten to 3.1 Nm.')).toBeVisible()
})
