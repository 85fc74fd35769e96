import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const frame = (page: Page) => page.frameLocator('iframe[title^="Preview of"]')

test('customization is previewed, saved, undone, and survives a reload', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize`)
  const shown = frame(page).locator('html')
  await expect(shown).toHaveAttribute('data-theme', 'clean')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(shown).toHaveAttribute('data-scheme', 'dark')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(shown).not.toHaveAttribute('data-scheme')
  await page.getByLabel('Theme', { exact: true }).selectOption('bold')
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'bold')
  expect((await callApi(api.siteCustomization.get, { params })).styling.theme).toBe('clean')

  await page.getByRole('textbox', { name: 'Primary, light', exact: true }).fill('red')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Enter a color such as #0a7b83')).toBeVisible()
  await page.getByRole('textbox', { name: 'Primary, light', exact: true }).fill('#7a1fa2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Saved the customization of “Halden Docs”')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Theme', { exact: true })).toHaveValue('bold')
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'bold')
  await expectAccessible(page)

  await page.getByLabel('Theme', { exact: true }).selectOption('muted')
  await page.getByLabel('Theme', { exact: true }).focus()
  await page.getByRole('link', { name: 'Redirects', exact: true }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Theme', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Theme', { exact: true })).toHaveValue('bold')
})

test('header links go to pages of the site and are sorted by keyboard', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize?part=header`)
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('Title of New link').fill('Prices')
  await page.getByLabel('Target of Prices').selectOption({ label: 'Guides' })
  await page.getByLabel('Page of Prices').selectOption({ label: 'Guides page' })
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('Title of New link').fill('Blog')
  await page.getByLabel('Address of Blog').fill('https://example.org/blog')
  await page.getByRole('button', { name: 'Move Blog', exact: true }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.getByLabel('Title of Blog').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Saved the customization of “Halden Docs”')).toBeVisible()
  const { header } = await callApi(api.siteCustomization.get, { params })
  expect(header.links.map(({ title, to }) => [title, to?.kind])).toEqual([
    ['Blog', 'url'],
    ['Prices', 'page'],
  ])
})

test('a space can override the customization, and each override is marked and can be reset', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Reference'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize`)
  await page.getByLabel('Customization of').selectOption({ label: 'Only Reference' })
  await expect(page.getByLabel('Customization of')).not.toHaveValue('')
  await page.getByLabel('Theme', { exact: true }).selectOption('gradient')
  await page.getByLabel('Theme', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Different from the site')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset Theme' }).click()
  await expect(page.getByText('Different from the site')).toBeHidden()
  await expect(page.getByLabel('Theme', { exact: true })).toHaveValue('clean')
})

test('concurrent changes are merged, and conflicts are shown', async ({ page, seed, callApi, signInAs }) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize`)
  await page.getByLabel('Theme', { exact: true }).selectOption('bold')
  const { version: _, ...customization } = await callApi(api.siteCustomization.get, { params })
  await callApi(api.siteCustomization.put, {
    params,
    body: { ...customization, styling: { ...customization.styling, theme: 'muted', corners: 'straight' } },
  })
  await page.getByLabel('Theme', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  // Named as soon as the change arrives.
  await expect(
    page.getByText(/(Someone else|You, in another window,) saved this while you were editing/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Saved the customization of “Halden Docs”')).toBeVisible()
  const { styling } = await callApi(api.siteCustomization.get, { params })
  expect([styling.theme, styling.corners]).toEqual(['bold', 'straight'])
})

test('a reader sees which role is needed, and a narrow screen does not scroll sideways', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize`)
  await expect(page.getByText('You can’t change the customization of this site')).toBeVisible()
  await signInAs('create')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize?part=colours`)
  await expect(page.getByLabel('Theme', { exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show the preview' }).click()
  await expect(frame(page).locator('html')).toHaveAttribute('data-theme', 'clean')
})

test('page actions are chosen in the dashboard, and the published page has them', async ({
  page,
  context,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId, siteId }
  const site = await callApi(api.sites.publish, { params })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/customize?part=pages`)
  const add = page.getByLabel('Add a page action')
  await expect(add.getByRole('option')).toHaveText([
    'Add action…',
    'Open in ChatGPT or Claude',
    'Connect to the MCP server',
  ])
  await add.selectOption('external-ai')
  await add.selectOption('mcp')
  await expect(add).toHaveCount(0)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved the customization of “Halden Docs”')).toBeVisible()

  await page.goto(site.urls.published ?? '')
  await page.getByText('More actions for this page').locator('..').click()
  await expect(page.getByRole('link', { name: 'Open in Claude' })).toHaveAttribute(
    'href',
    /^https:\/\/claude\.ai\/new\?q=Read%20http.*\.md/,
  )
  await expect(page.getByRole('link', { name: 'Connect VS Code' })).toHaveAttribute('href', /^vscode:/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy MCP server URL' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.urls.published}~mcp`)
})
