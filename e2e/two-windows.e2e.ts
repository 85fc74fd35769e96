import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { titles } = treeNamed('Library')

test('a change in one window appears in the other without a reload', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Handbook')
  await signInAs('admin')
  const library = `/o/${seed.organizationId}/library`
  const other = await page.context().newPage()
  for (const window of [page, other]) {
    await window.goto(library)
    await expect(titles(window)).toHaveText(['Handbook'])
  }

  await callApi(api.spaces.update, { params: { spaceId }, body: { title: 'Field handbook' } })
  for (const window of [page, other]) await expect(titles(window)).toHaveText(['Field handbook'])

  await page.bringToFront()
  await page.getByRole('main').getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Field service')
  await page.getByRole('button', { name: 'Create collection' }).click()
  for (const window of [page, other]) {
    await expect(titles(window)).toHaveText(['Field handbook', 'Field service'])
  }

  // The window with the event stream closes; the other one takes over.
  await page.close()
  await callApi(api.spaces.delete, { params: { spaceId } })
  await expect(titles(other)).toHaveText(['Field service'])
})
