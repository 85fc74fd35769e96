import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const section = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name })
const pinned = (page: Page): Locator => page.getByRole('navigation', { name: 'Pinned' })

test('a new organization sees the steps to its first site, checked off as they happen', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await signInAs('admin')
  const home = `/o/${seed.organizationId}`
  await page.goto(home)
  const steps = section(page, /^Publish your first site/)
  await expect(steps).toContainText('0 of 5')
  await expectAccessibleInBothThemes(page)
  const spaceId = await seed.space('Guide')
  await expect(steps).toContainText('1 of 5')
  await steps.getByRole('link', { name: 'Write a page' }).click()
  await expect(page).toHaveURL(new RegExp(`/s/${spaceId}`))
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  const siteId = await seed.site('Docs', ['Handbook'])
  await page.goto(home)
  await expect(steps).toContainText('4 of 5')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Create a site' })).toContainText('done')
  await seed.publish(siteId)
  await expect(steps).toHaveCount(0)
})

test('home shows mentions and what others changed, and a mention opens its thread', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const params = { spaceId }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const wiring = pages[0]?.id ?? ''
  await signInAs('edit')
  const { organizationId } = seed
  const members = await callApi(api.members.list, { params: { organizationId }, query: { search: 'Rita' } })
  const rita = members.items[0]?.id ?? ''
  await callApi(api.spaceComments.create, {
    params,
    body: { page: wiring, quote: 'Text', body: { markdown: `Is it done, [@Rita edit](/users/${rita})?` } },
  })
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('button', { name: 'Pin to the sidebar' }).click()
  await expect(pinned(page).getByRole('link', { name: 'Guide' })).toBeVisible()
  await page.goto(`/o/${organizationId}`)
  await expect(section(page, /^Changed by others/)).toContainText('Guide')
  const conversations = section(page, /^Replies and mentions/)
  await expect(conversations).toContainText('Is it done, @Rita edit?')
  await expectAccessible(page)
  await conversations.getByRole('link', { name: /mentioned you in Wiring/ }).click()
  await expect(page.getByRole('article', { name: /^Thread of/ })).toHaveClass(/is-selected/)
})

test('spaces and sites are pinned and unpinned with undo, for one person', async ({
  page,
  seed,
  signInAs,
  openAdminWindow,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const siteId = await seed.site('Docs', [])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await page.getByRole('button', { name: 'Pin to the sidebar' }).click()
  await expect(pinned(page).getByRole('link', { name: 'Docs' })).toBeVisible()
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('button', { name: 'Pin to the sidebar' }).click()
  await expect(pinned(page).getByRole('link')).toHaveText(['Docs', /Guide/])
  await expect(pinned(page).getByRole('link', { name: 'Guide' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  const other = await openAdminWindow()
  await other.goto(`/o/${seed.organizationId}`)
  await expect(pinned(other).getByRole('link')).toHaveCount(2)
  await page.getByRole('button', { name: 'Unpin from the sidebar' }).click()
  for (const window of [page, other]) await expect(pinned(window).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('z')
  for (const window of [page, other]) await expect(pinned(window).getByRole('link')).toHaveCount(2)
})

test('a space is pinned from its menu in the library', async ({ page, seed, signInAs }) => {
  await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await page.getByRole('button', { name: 'Actions for Guide' }).click()
  await page.getByRole('menuitem', { name: 'Pin to the sidebar' }).click()
  await expect(pinned(page).getByRole('link', { name: 'Guide' })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Guide' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unpin from the sidebar' })).toBeVisible()
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('home does not overflow', async ({ page, seed, signInAs, expectAccessible }) => {
    await seed.space('A guide with a rather long title that does not fit', ['Wiring'])
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}`)
    await expect(section(page, /^Publish your first site/)).toContainText('2 of 5')
    await expectNoOverflow(page)
    await expectAccessible(page)
  })
})
