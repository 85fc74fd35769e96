import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const field = (page: Page) => page.getByRole('main').getByRole('searchbox')

/** Markdown whose last heading is far below the first. */
const long = (word: string): string =>
  `Begin here.\n\n${'A line about something else altogether.\n\n'.repeat(60)}## Torque values\n\nTighten the ${word} to 2.5 Nm.\n`

test('a search finds pages and sections, survives a reload and opens the section', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Installation guide')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_page', title: 'Commissioning', document: { markdown: long('terminal block') } },
        { operation: 'insert_page', title: 'Terminal block', document: { markdown: 'What it is.\n' } },
      ],
    },
  })
  await seed.space('Handbook', ['Holidays'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/search`)
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)

  await page.keyboard.type('termin')
  await expect(page).toHaveURL(/q=termin/)
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByRole('link')).toHaveText([
    'Installation guide',
    'Terminal block',
    'Commissioning',
    'Torque values',
  ])
  await expect(page.getByText('In 1 space')).toBeVisible()
  await expect(results.locator('mark').first()).toHaveText('Termin')
  await expectAccessible(page)

  await page.reload()
  await expect(field(page)).toHaveValue('termin')
  await expect(results.getByRole('link', { name: 'Torque values' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(results.getByRole('link', { name: 'Torque values' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Commissioning' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Torque values' })).toBeInViewport()
  await page.goBack()
  await expect(field(page)).toHaveValue('termin')
})

test('an empty result explains itself and offers another search', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.space('Handbook', ['Holidays'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/search?q=xylophone`)
  await expect(page.getByRole('heading', { name: 'No results for “xylophone”' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Search for something else' }).click()
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('link', { name: 'Handbook' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.type('holidays')
  await page.getByRole('option', { name: 'Search the text of all pages for “holidays”' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Holidays' })).toBeVisible()
})

test('a guest finds only pages they have access to', async ({ page, seed, callApi, signInAs }) => {
  const open = await seed.space('Open guide', ['Torque in the open'])
  await seed.space('Closed guide', ['Torque in secret'])
  await signInAs('guest')
  const me = await page.request.get('/auth/session', { headers: { 'x-lectern': '1' } })
  const { user } = (await me.json()) as { user: { id: string } }
  await callApi(api.spacePermissions.grant, {
    params: { spaceId: open },
    body: { users: [user.id], role: 'read' },
  })
  await page.goto(`/o/${seed.organizationId}/search?q=torque`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Torque in the open' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('secret')
  await expect(page.getByRole('main')).not.toContainText('Closed')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.type('torque')
  await expect(page.getByRole('option', { name: /Torque in the open/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /secret/ })).toHaveCount(0)
})

test('results from many spaces are paged', async ({ page, seed, signInAs }) => {
  for (let i = 1; i <= 22; i++) await seed.space(`Guide ${i}`, ['Torque'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/search?q=torque`)
  await expect(page.getByText('In 22 spaces')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more spaces' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(22)
  await expect(page.getByRole('button', { name: 'Show more spaces' })).toHaveCount(0)
})

test('the search fits a phone', async ({ page, seed, signInAs, expectAccessible }) => {
  await seed.space('A space with a title as long as the rule allows 50', [
    'A page with quite a long title that has to be cut off somewhere',
  ])
  await signInAs('read')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/o/${seed.organizationId}/search?q=long`)
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('a space is searched on its own, with highlights and by keyboard', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Installation guide')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_page', title: 'Commissioning', document: { markdown: long('terminal block') } },
        { operation: 'insert_page', title: 'Terminal block', document: { markdown: 'What it is.\n' } },
      ],
    },
  })
  const other = await seed.space('Handbook')
  await callApi(api.spaceContent.edit, {
    params: { spaceId: other },
    body: {
      changes: [{ operation: 'insert_page', title: 'Terminal', document: { markdown: 'Elsewhere.' } }],
    },
  })
  await signInAs('read')
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('link', { name: 'Search this space' }).click()
  await expect(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await expect(field(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('termin')
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByRole('link')).toHaveText(['Terminal block', 'Commissioning', 'Torque values'])
  await expect(page.getByText('2 pages')).toBeVisible()
  await expect(results.locator('mark').first()).toHaveText('Termin')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(results.getByRole('link', { name: 'Torque values' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Commissioning' })).toBeVisible()
  await page.goBack()
  await expect(field(page)).toHaveValue('termin')
  await field(page).fill('zebra')
  await expect(page.getByText('No page matches “zebra”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(field(page)).toHaveValue('')
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
})
