import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search or go to' })
const option = (page: Page, name: string | RegExp): Locator => palette(page).getByRole('option', { name })
const selectedOption = (page: Page): Locator => palette(page).locator('[role="option"][aria-selected="true"]')

async function open(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

test('a space is opened by keyboard and is listed as recent next time', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const docs = await seed.collection('Product documentation')
  await seed.space('Installation guide', ['Wiring'])
  await seed.space('Field safety')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/collections/${docs}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Product documentation' })).toBeVisible()
  await open(page)
  await expectAccessible(page)
  await page.keyboard.type('inst guide')
  await expect(selectedOption(page)).toContainText('Installation guide')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Installation guide' })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await open(page)
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Product documentation')
  // Enter before the page is found opens it, too.
  await page.keyboard.type('wiring')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Wiring' })).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
})

test('commands run from anywhere: a space is created with a title and duplicated', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.space('Handbook', ['First'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
  await open(page)
  await page.keyboard.type('Field service')
  await option(page, 'Create space “Field service”').waitFor()
  await page.keyboard.press('ArrowUp')
  await expect(selectedOption(page)).toContainText('Create space “Field service”')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Field service')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Field service' })).toBeVisible()

  await open(page)
  await page.keyboard.type('handb')
  await expect(selectedOption(page)).toContainText('Handbook')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeVisible()
  await open(page)
  await page.keyboard.type('>dupl')
  await expect(selectedOption(page)).toContainText('Duplicate “Handbook”')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook (copy)' })).toBeVisible()

  await open(page)
  await page.keyboard.type('>dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('prefixes limit the palette to people, pages or commands', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.space('Installation guide', ['Terminal block', 'Wiring'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('link', { name: 'Installation guide' })).toBeVisible()
  await open(page)
  await page.keyboard.type('@rita')
  await expect(option(page, /Rita read/)).toBeVisible()
  await expect(palette(page).getByRole('group')).toHaveCount(1)
  await palette(page).getByRole('button', { name: 'Only pages, #' }).click()
  await expect(palette(page).getByRole('combobox')).toHaveValue('#rita')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('#termin')
  await expect(selectedOption(page)).toContainText('Terminal block')
  await expect(selectedOption(page)).toContainText('Installation guide')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal block' })).toBeVisible()
})

test('readers see only commands that they can run', async ({ page, seed, signInAs }) => {
  const spaceId = await seed.space('Handbook', ['First'])
  await signInAs('read')
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'First' })).toBeVisible()
  await open(page)
  await page.keyboard.type('>')
  await expect(option(page, 'Sign out')).toBeVisible()
  const forbidden = [
    /^New space/,
    /^New collection/,
    /^New page/,
    /^New team/,
    /^Invite/,
    /Import/,
    /^Delete/,
    /^Move/,
  ]
  for (const name of [...forbidden, /^Duplicate/, /^Edit/]) await expect(option(page, name)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('audit')
  await expect(option(page, /Search the text/)).toBeVisible()
  await expect(option(page, /^Audit log/)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('>sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('the current space is deleted from the palette and restored', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Old handbook', ['First'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Old handbook' })).toBeVisible()
  await open(page)
  await page.keyboard.type('>delete old')
  await expect(selectedOption(page)).toContainText('Delete “Old handbook”')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await expect(page.getByText('Moved “Old handbook” to the trash')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { level: 1, name: 'Old handbook' })).toBeVisible()
  expect((await callApi(api.spaces.get, { params: { spaceId } })).deletedAt).toBeUndefined()
})

test('the list of shortcuts shows those of the current page and is searchable', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.space('Handbook')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('link', { name: 'Handbook' })).toBeVisible()
  await page.keyboard.press('?')
  const shortcutList = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcutList.getByRole('region', { name: 'On this page' })).toContainText('New space')
  await expect(shortcutList.getByRole('region', { name: 'In lists and trees' })).toContainText(
    'Pick up or drop the row',
  )
  await expect(shortcutList.getByRole('region', { name: 'Go' })).toContainText('Go to library')
  await expectAccessible(page)
  await page.keyboard.type('library')
  await expect(shortcutList.getByRole('region')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(shortcutList).toHaveCount(0)
  await page.goto(`/o/${seed.organizationId}/trash`)
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(shortcutList.getByRole('region', { name: 'Go' })).toBeVisible()
  await expect(shortcutList).not.toContainText('New space')
})

test('the palette fits a phone', async ({ page, seed, signInAs, expectAccessible }) => {
  await seed.space('A space with a title as long as the rule allows 50', ['Wiring'])
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/o/${seed.organizationId}/library`)
  await page.getByRole('button', { name: 'Search or go to' }).click()
  await page.keyboard.type('title as long')
  await expect(selectedOption(page)).toContainText('A space with a title')
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('keys pressed while the palette or the list of shortcuts loads are not lost', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.space('Installation guide')
  await signInAs('admin')
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.goto(`/o/${seed.organizationId}/sites`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
  // The view has its scripts; what is loaded from now on is the palette.
  const scripts = new Set<string>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    scripts.add(route.request().url())
    await isReleased
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('isntallation')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(scripts.size).toBeGreaterThan(0)
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Installation guide' })).toBeVisible()

  await page.unrouteAll()
  await page.reload()
  // Nor are those pressed right after it has loaded, before it was opened.
  await page.waitForFunction(
    (names) => names.every((name) => performance.getEntriesByName(name).length > 0),
    [...scripts],
  )
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('guide')
  await expect(page.getByRole('combobox')).toHaveValue('guide')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.type('libr')
  const shortcutList = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcutList.getByRole('searchbox')).toHaveValue('libr')
  await page.keyboard.type('ary')
  await expect(shortcutList.getByRole('searchbox')).toHaveValue('library')
})

test('the palette finds changes by any words, tabs of sites and spaces, and off-boards a person', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Handbook', ['First'])
  await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Add a page on time zones' },
  })
  const siteId = await seed.site('Halden Docs', ['Guide'])
  const [adaId] = await seed.members('edit', 'ada')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
  const type = async (text: string) => {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  await open(page)
  await type('time zones')
  await expect(selectedOption(page)).toContainText('Add a page on time zones')
  await expect(selectedOption(page).locator('mark')).toHaveText(['time', 'zones'])
  await type('halden redir')
  await expect(selectedOption(page)).toContainText('Halden Docs: Redirects')
  await type('handbook histroy')
  await expect(selectedOption(page)).toContainText('Handbook: History')
  await type('audit log')
  await expect(selectedOption(page)).toContainText('Audit log')
  await type('off-board ada')
  await expect(selectedOption(page)).toContainText('Off-board ada')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/members/${adaId}/offboard$`))
  await open(page)
  await type('halden docs redir')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/sites/${siteId}/redirects$`))
  await open(page)
  await type('audience')
  await expect(selectedOption(page)).toContainText('This site')
})
