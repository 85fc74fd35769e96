import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Pages' })
const titles = (page: Page) => tree(page).locator('a.title')
const menuOf = async (page: Page) => page.getByRole('button', { name: 'Page actions' }).click()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Move “Wiring” to another space' })

test('a page moves to another space by keyboard, is followed there, and returns with undo', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const guide = await seed.space('Guide', ['Home', 'Wiring'])
  const archive = await seed.space('Archive', ['Old'])
  const params = { spaceId: guide }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const [home = '', wiring = ''] = pages.map(({ id }) => id)
  await callApi(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        {
          operation: 'update_page',
          page: home,
          document: { markdown: `See [the wiring](/pages/${wiring}).` },
        },
        { operation: 'update_variables', variables: { version: '2' } },
        {
          operation: 'update_page',
          page: wiring,
          document: { markdown: 'Version <code class="expression">space.vars.version</code>' },
        },
      ],
    },
  })
  await signInAs('admin')
  await page.goto(`/s/${guide}/p/${wiring}`)
  await menuOf(page)
  await page.getByRole('menuitem', { name: 'Move to another space…' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('combobox', { name: 'Find in spaces' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Move page' }).click()
  await expect(dialog.getByText('Choose a space')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Find in spaces' }).focus()
  await page.keyboard.type('arch')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('Links on 1 page that stays here go to “Archive”.')
  await expect(dialog.getByRole('status')).toContainText(
    'The pages show space.vars.version, but “Archive” doesn’t have this variable.',
  )
  await dialog.getByRole('option', { name: 'Old' }).click()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Move page' }).click()

  await expect(page.getByText('Moved “Wiring” to “Archive”')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/s/${archive}/p/${wiring}`))
  await expect(titles(page)).toHaveText(['Old', 'Wiring'])
  await expect(page.getByRole('navigation', { name: 'Moved from' })).toContainText('Guide')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Moved “Wiring” back to “Guide”')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/s/${guide}/p/${wiring}`))
  await expect(titles(page)).toHaveText(['Home', 'Wiring'])
})

test('the former address redirects to the page, and a locked space can’t be chosen', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const guide = await seed.space('Guide', ['Home', 'Wiring'])
  const archive = await seed.space('Archive')
  const locked = await seed.space('Locked')
  await callApi(api.spaces.update, { params: { spaceId: locked }, body: { editMode: 'locked' } })
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: guide } })
  const [home = '', wiring = ''] = pages.map(({ id }) => id)
  await signInAs('admin')
  await page.goto(`/s/${guide}/p/${wiring}?moveToSpace=${wiring}`)
  const option = dialogOf(page).getByRole('option', { name: /^Locked/ })
  await expect(option).toHaveAttribute('aria-disabled', 'true')
  await page.setViewportSize({ width: 390, height: 800 })
  await dialogOf(page).getByRole('option', { name: 'Archive' }).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('1 page moves.')
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await callApi(api.spaceContent.movePageToSpace, {
    params: { spaceId: guide, pageId: wiring },
    body: { space: archive },
  })
  await page.goto(`/s/${guide}/p/${wiring}#at-anchor`)
  await expect(page).toHaveURL(new RegExp(`/s/${archive}/p/${wiring}#at-anchor$`))
  await expect(titles(page)).toHaveText(['Wiring'])
  await page.goto(`/s/${guide}/p/${home}`)
  await expect(titles(page)).toHaveText(['Home'])
})
