import { api } from '#contract/api.ts'
import { changedPages, diff, pageIdsByTitle } from './change-requests.ts'
import { expect, test } from './fixtures.ts'

test('single blocks and pages of a change request are discarded, with undo', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Handbook', ['Torque', 'Wiring'])
  const ids = await pageIdsByTitle(callApi, spaceId)
  const torque = ids.get('Torque') ?? ''
  const { id: changeRequestId } = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'New values' },
  })
  const params = { spaceId, changeRequestId }
  const markdown = 'All about new torque.\n\n## First\n\nOther text.\n'
  await callApi(api.changeRequestContent.edit, {
    params,
    body: {
      changes: [
        { operation: 'update_page', page: torque, document: { markdown } },
        { operation: 'delete_page', page: ids.get('Wiring') ?? '' },
        { operation: 'insert_page', title: 'Fuses', document: { markdown: 'Ten amperes.\n' } },
      ],
    },
  })
  const text = async () => {
    const at = { params: { ...params, pageId: torque }, query: {} }
    const read = await callApi(api.changeRequestContent.page, at)
    return read.type === 'document' ? read.markdown : undefined
  }

  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1?page=${torque}`)
  const discard = page.getByRole('button', { name: 'Discard the change to “Other text.”' })
  await discard.focus()
  await expectAccessible(page)
  await discard.press('Enter')
  await expect(page.getByText('Discarded the change to “Other text.”')).toBeVisible()
  expect(await text()).toBe(markdown.replace('Other text', 'Text'))
  await expect(diff(page, 'Torque')).not.toContainText('Other text.')
  await page.keyboard.press('z')
  await expect.poll(text).toBe(markdown)
  await expect(diff(page, 'Torque')).toContainText('Other text.')

  await page.getByRole('button', { name: 'Discard the changes to this page' }).click()
  await expect(page.getByText('Discarded the changes to “Torque”')).toBeVisible()
  await expect(changedPages(page).getByRole('link', { name: /Torque/ })).toHaveCount(0)
  await changedPages(page)
    .getByRole('link', { name: /Wiring/ })
    .click()
  await page.getByRole('button', { name: 'Restore the page' }).click()
  await expect(page.getByText('Restored “Wiring”')).toBeVisible()
  await changedPages(page).getByRole('link', { name: /Fuses/ }).click()
  await page.getByRole('button', { name: 'Discard the new page' }).click()
  await expect(page.getByText('Discarded the new page “Fuses”')).toBeVisible()
  const changesOf = async () => (await callApi(api.changeRequests.changes, { params, query: {} })).changes
  await expect.poll(changesOf).toEqual([])
})
