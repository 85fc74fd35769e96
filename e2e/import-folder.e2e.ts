import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { violations } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { row, titles } = treeNamed('Pages')
const guide = resolve(import.meta.dirname, 'fixtures/guide')

const shownPage = (page: Page): Locator => page.getByRole('region', { name: 'Page', exact: true })

test('a folder is imported in the order of SUMMARY.md, with links and images', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
  const { id } = await callApi(api.spaces.create, {
    params: { organizationId: seed.organizationId },
    body: { title: 'Installation guide', empty: true },
  })
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await expect(page.getByText('“Installation guide” has no pages yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Import pages' }).click()
  await expect(page.getByRole('heading', { name: 'Where the pages go' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Folder', { exact: true }).setInputFiles(guide)
  const report = page.getByRole('region', { name: 'Import report' })
  await expect(report).toBeVisible()
  await expect(report).toContainText('Pages5')
  await expect(report).toContainText('gone.md')
  await expectAccessible(page)

  await report.getByRole('link', { name: 'Open the pages' }).click()
  await expect(titles(page)).toHaveText(['Welcome', 'Wiring', 'First start'])
  await expect(shownPage(page).getByRole('img', { name: 'The cabinet' })).toHaveJSProperty('naturalWidth', 2)
  await shownPage(page).getByRole('link', { name: 'terminal block' }).click()
  await expect(page).toHaveTitle(/^Terminal block/)
  await expect(titles(page)).toHaveText([
    'Welcome',
    'Wiring',
    'Terminal block',
    'Cable routes',
    'First start',
  ])
  await expect(row(page, 'Terminal block').getByRole('link')).toHaveAttribute('aria-current', 'page')
  await expect(shownPage(page).getByText('Only for licensed electricians.')).toBeVisible()
  await expect(shownPage(page).locator('.code .t-k, .code .t-s').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveText([
    'Before you start',
    'Torque values',
  ])
  await expectAccessible(page)
  expect(browserErrors).toEqual([])
})

test('an invalid URL is rejected by the form, and an unreachable website is in the history with the reason', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/s/${id}/import?from=website`)
  await page.getByRole('textbox', { name: 'Address' }).fill('docs')
  await page.getByRole('button', { name: 'Import website' }).click()
  await expect(page.getByText('Enter an address that starts with http:// or https://')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/docs')
  await page.getByRole('button', { name: 'Import website' }).click()
  await expect(page.getByText('couldn’t be read').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /127\.0\.0\.1:9\/docs.*Failed/ })).toBeVisible()
})
