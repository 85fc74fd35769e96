import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { expectOutline, moveResponse, row as structureRow } from './structure-tree.ts'
import { treeNamed } from './tree.ts'

const pages = treeNamed('Pages')
const library = treeNamed('Library')

test('renames and moves among siblings are undone by key, in the library, in a space and on a site', async ({
  page,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Alpha', ['Wiring', 'Mounting'])
  await seed.space('Beta')
  const siteId = await seed.site('Docs', ['One', 'Two'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  const inLibrary = library.titles(page)
  await expect(inLibrary.first()).toBeVisible()
  const order = await inLibrary.allTextContents()

  await library.drag(page, 'Beta', order[0] ?? '', 0.1)
  await expect(page.getByText('Moved “Beta”')).toBeVisible()
  await expect(inLibrary.first()).toHaveText('Beta')
  await page.keyboard.press('Control+z')
  await expect(inLibrary).toHaveText(order)

  await library.row(page, 'Beta').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Renamed “Beta” to “Second”')).toBeVisible()
  await page.keyboard.press('z')
  await expect(inLibrary).toHaveText(order)

  await page.goto(`/s/${spaceId}`)
  await pages.drag(page, 'Mounting', 'Wiring', 0.1)
  await expect(pages.titles(page)).toHaveText(['Mounting', 'Wiring'])
  await expect(page.getByText('Moved “Mounting”')).toBeVisible()
  await page.keyboard.press('z')
  await expect(pages.titles(page)).toHaveText(['Wiring', 'Mounting'])

  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline([page], 'One 1', 'Two 1')
  await structureRow(page, 'Two').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/Two is now 1 of 2/)).toBeAttached()
  const moved = moveResponse(page)
  await page.keyboard.press('Space')
  expect((await moved).status()).toBe(200)
  await expect(page.getByText('Moved “Two”')).toBeVisible()
  await page.keyboard.press('z')
  await expectOutline([page], 'One 1', 'Two 1')
})

test('a space is renamed while its move is still being undone', async ({ page, seed, signInAs }) => {
  await seed.space('Alpha')
  await seed.space('Beta')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  const inLibrary = library.titles(page)
  await expect(inLibrary.first()).toBeVisible()
  const order = await inLibrary.allTextContents()
  await library.drag(page, 'Beta', order[0] ?? '', 0.1)
  await expect(page.getByText('Moved “Beta”')).toBeVisible()
  await page.route('**/move', async (route) => {
    await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await page.keyboard.press('z')
  await expect(inLibrary).toHaveText(order)
  await library.row(page, 'Beta').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Second')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Renamed “Beta” to “Second”')).toBeVisible()
  await expect(inLibrary).toHaveText(order.map((title) => (title === 'Beta' ? 'Second' : title)))
})

test('saved settings are undone by key, but not over a later change of someone else', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  const title = page.getByLabel('Title')
  const before = await title.inputValue()
  const save = async (value: string) => {
    await title.fill(value)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText(`Saved the settings of “${value}”`)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
  }
  await save('Halden Works')
  await page.keyboard.press('z')
  await expect(page.getByText('Restored the previous values')).toBeVisible()
  await expect(title).toHaveValue(before)

  await save('Halden Power')
  await callApi(api.organizations.update, { params, body: { title: 'Stroomwerk' } })
  await page.keyboard.press('z')
  await expect(page.getByText('Couldn’t undo the change')).toBeVisible()
  expect((await callApi(api.organizations.get, { params })).title).toBe('Stroomwerk')
})
