import { api } from '#contract/api.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

/** A space in English with one page of text, and its German translation with that page confirmed. */
async function aTranslation(seed: Seed, callApi: Call) {
  const source = await seed.space('Guide', ['Install', 'Operate'])
  await callApi(api.spaces.update, { params: { spaceId: source }, body: { language: 'en' } })
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: source } })
  const install = pages.find(({ title }) => title === 'Install')?.id ?? ''
  const write = (spaceId: string, markdown: string) =>
    callApi(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'update_page', page: install, document: { markdown } }] },
    })
  const { revision } = await write(source, 'Use version 1.')
  const body = { language: 'de' }
  const { id } = await callApi(api.spaceTranslations.create, { params: { spaceId: source }, body })
  await write(id, 'Nutzen Sie Version 1.')
  await callApi(api.spaceTranslations.updatePage, {
    params: { spaceId: id, pageId: install },
    body: { confirmed: revision },
  })
  return { source, german: id, install, write }
}

test('translation settings are created, edited, deleted and restored', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/translations`)
  await expect(page.getByText('No translation settings yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New translation settings' })
  await dialog.getByRole('button', { name: 'Create settings' }).click()
  await expect(dialog.getByText('Enter a title')).toBeVisible()
  await dialog.getByLabel('Title').fill('Handbook')
  const field = dialog.getByRole('combobox', { name: 'Languages' })
  await field.fill('germ')
  await field.press('Enter')
  await dialog.getByRole('option', { name: /^French/ }).click()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Create settings' }).click()
  const row = page.getByRole('row', { name: /Handbook/ })
  await expect(row).toContainText('German, French')

  await row.getByRole('button', { name: 'Handbook', exact: true }).click()
  const editing = page.getByRole('dialog', { name: 'Edit “Handbook”' })
  await editing.getByRole('button', { name: 'Remove French' }).click()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('French')

  await row.getByRole('button', { name: 'Actions for Handbook' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No translation settings yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toContainText('German')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
  await expectAccessibleInBothThemes(page)
})

test('a space is translated, and says which pages are out of date', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
  expectAccessibleInBothThemes,
}) => {
  const { source, german, write } = await aTranslation(seed, callApi)
  await signInAs('admin')
  await page.goto(`/s/${source}/translations`)
  const row = page.getByRole('row', { name: /German/ })
  await expect(row).toContainText('1 of 2 up to date')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Add translation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate “Guide”' })
  await dialog.getByLabel('Language').selectOption({ label: 'French' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create translation' }).click()
  await expect(page.getByRole('heading', { name: 'Guide (Français)' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Install/ })).toContainText('Not confirmed')

  await write(source, 'Use version 2.')
  await page.goto(`/s/${german}`)
  await expect(page.getByRole('treegrid', { name: 'Pages' }).getByText('out of date')).toBeAttached()
  await page.getByRole('link', { name: 'Translations' }).click()
  await page.getByLabel('Show').selectOption('outdated')
  await expect(page.getByRole('row', { name: /Install/ })).toContainText('Out of date')
  await expect(page.getByRole('row', { name: /Operate/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Install', exact: true }).click()

  const original = page.getByRole('region', { name: 'Original' })
  const translation = page.getByRole('region', { name: 'Translation' })
  await expect(original.locator('del')).toContainText('1')
  await expect(original.locator('ins')).toContainText('2')
  await expect(translation).toContainText('Nutzen Sie Version 1.')
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('m')
  await expect(page.getByText('Marked “Install” as up to date')).toBeVisible()
  await expect(page.getByText('Up to date', { exact: true })).toBeVisible()
  await expect(original).toContainText('Use version 2.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Out of date', { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(translation.getByRole('heading', { name: 'Operate' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(original).toBeVisible()
  await expect(translation).toHaveCount(0)
  await page.getByRole('button', { name: 'German' }).click()
  await expect(translation).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('a machine translates the blocks that have changed into a draft', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const { source, german, install, write } = await aTranslation(seed, callApi)
  await write(source, 'Use version 1.\n\nThen **restart** with `npm start`.')
  await signInAs('admin')
  await page.goto(`/s/${german}/translations/${install}`)
  const button = page.getByRole('button', { name: 'Machine-translate' })
  await expect(button).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await button.click()
  await expect(page.getByRole('heading', { name: 'Machine translation of Install' })).toBeVisible()
  const [, number = ''] = /changes\/(\d+)/.exec(page.url()) ?? []
  const draft = await callApi(api.changeRequestContent.page, {
    params: { spaceId: german, changeRequestId: number, pageId: install },
    query: { format: 'markdown' },
  })
  expect(draft).toMatchObject({
    markdown: 'Nutzen Sie Version 1.\n\nde Then **de restart** de with `npm start`.',
  })
})

test('an existing space is linked to its original, a missing page is added, and the link is removed', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  await seed.space('Guide', ['Install', 'Operate'])
  const german = await seed.space('Anleitung', ['Install', 'Impressum'])
  await signInAs('admin')
  await page.goto(`/s/${german}/settings`)
  await page.getByLabel('Language of the content').selectOption({ label: 'German' })
  await expect(page.getByText('Set the language to German')).toBeVisible()
  await page.getByRole('button', { name: 'Link to original' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link “Anleitung” to its original' })
  await dialog.getByRole('option', { name: 'Guide' }).click()
  await dialog.getByLabel('The translation is up to date').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Link to original' }).click()
  await expect(page.getByText('This space is a translation of Guide.')).toBeVisible()

  await page.getByRole('link', { name: 'Translations' }).click()
  await expect(page.getByRole('row', { name: /Install/ })).toContainText('Up to date')
  await expect(page.getByRole('row', { name: /Impressum/ })).toContainText('No original')
  await page.getByRole('button', { name: 'Actions for Operate' }).click()
  await page.getByRole('menuitem', { name: 'Add page to translate' }).click()
  await expect(page).toHaveURL(/\/p\/[^/]+\/edit$/)
  const { items } = await callApi(api.spaceTranslations.pages, { params: { spaceId: german } })
  expect(items.map(({ source, state }) => [source?.title, state])).toContainEqual(['Operate', 'unconfirmed'])

  await page.goto(`/s/${german}/settings`)
  await page.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('button', { name: 'Unlink space' }).click()
  await expect(page.getByRole('button', { name: 'Link to original' })).toBeVisible()
})

test('readers switch the language and stay on the page', async ({
  page,
  seed,
  callApi,
  expectAccessible,
}) => {
  const { source, german } = await aTranslation(seed, callApi)
  const { organizationId } = seed
  const site = await callApi(api.sites.create, {
    params: { organizationId },
    body: { title: 'Halden Docs', spaces: [source, german] },
  })
  const params = { organizationId, siteId: site.id }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const siteSpaceId = items.find(({ space }) => space.id === german)?.id ?? ''
  await callApi(api.siteSpaces.update, { params: { ...params, siteSpaceId }, body: { path: 'de' } })
  const { basename } = await callApi(api.sites.publish, { params })

  await page.goto(`/sites/${basename}/operate`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('link[hreflang="de"]')).toHaveAttribute('href', /\/de\/operate$/)
  await expect(page.locator('link[hreflang="x-default"]')).toHaveAttribute('href', /\/operate$/)
  await page.locator('summary', { hasText: 'Language' }).click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`/sites/${basename}/de/operate`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expectAccessible(page)
  await page.goto(`/sites/${basename}/`)
  await expect(page).toHaveURL(`/sites/${basename}/de/`)
})
