import { resolve } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type RunningService, startService } from './service.ts'

const guide = resolve(import.meta.dirname, 'fixtures/guide')

let service: RunningService

test.beforeAll(async () => {
  service = await startService()
})

test.afterAll(() => service.stop())

const row = (page: Page, title: string) =>
  page
    .getByRole('treegrid', { name: 'Structure' })
    .locator('[data-row]')
    .filter({ has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) })

const outline = (page: Page): Promise<string[]> =>
  page
    .getByRole('treegrid', { name: 'Structure' })
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => `${one.querySelector('.title')?.textContent} ${one.getAttribute('aria-level')}`),
    )

const expectOutline = (page: Page, ...expected: string[]) =>
  expect.poll(() => outline(page)).toEqual(expected)

const moveResponse = (page: Page) =>
  page.waitForResponse(
    (response) => new URL(response.url()).pathname.endsWith('/move') && response.status() === 200,
  )

test('from the setup link to a published site', async ({ page }) => {
  test.setTimeout(120_000)
  const link = /http:\S+\/setup\?link=\S+/.exec(service.printed)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Ines Okafor')
  await page.getByLabel('Email').fill('ines@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a long and secret sentence')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('Halden Energy')
  await page.getByRole('button', { name: /^Create organization/ }).click()

  await page.getByRole('link', { name: 'Start with an empty space' }).click()
  await expect(page.getByRole('dialog', { name: 'New space' }).getByLabel('Title')).toBeFocused()
  await page.goBack()
  await page.getByRole('link', { name: 'Import your documentation' }).click()
  await page.getByLabel('Title').fill('Installation guide')
  await page.getByRole('button', { name: /^Create space/ }).click()
  await page.getByLabel('Folder', { exact: true }).setInputFiles(guide)
  await page.getByRole('link', { name: 'Open the pages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()

  const organization = await page.request.get(`${service.baseUrl}/v1/orgs`)
  const { items } = (await organization.json()) as { items: { id: string }[] }
  await page.goto(`${service.baseUrl}/o/${items[0]?.id}/sites`)
  await expect(page.getByRole('link', { name: 'Lectern documentation' })).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await dialog.getByLabel('Title').fill('Halden Docs')
  await dialog.getByRole('combobox').fill('installation')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create site' }).click()
  await page.getByRole('button', { name: 'Split into sections' }).click()
  await page.getByRole('option', { name: 'Lectern documentation' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Group…' }).click()
  await page.getByLabel('Title').fill('More')
  await page.getByRole('button', { name: 'Add group' }).click()
  await expectOutline(page, 'Installation guide 1', 'Lectern documentation 1', 'More 1')

  const byMouse = moveResponse(page)
  const [from, to] = [
    await row(page, 'Lectern documentation').boundingBox(),
    await row(page, 'Installation guide').boundingBox(),
  ]
  if (!from || !to) throw new Error('The rows are not on screen')
  await page.mouse.move(from.x + 240, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 240, from.y + from.height / 2 - 8, { steps: 2 })
  await page.mouse.move(from.x + 240, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await byMouse
  await expectOutline(page, 'Lectern documentation 1', 'Installation guide 1', 'More 1')

  await row(page, 'Installation guide').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('Installation guide is now 3 of 3')).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Installation guide is now 1 of 1 in More')).toBeAttached()
  const byKey = moveResponse(page)
  await page.keyboard.press('Space')
  await byKey
  await page.reload()
  await expectOutline(page, 'Lectern documentation 1', 'More 1', 'Installation guide 2')

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const address = page.getByRole('link', { name: /\/sites\/halden-docs/ })
  await expect(address).toBeVisible()
  await page.goto((await address.getAttribute('href')) ?? '')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByText('More', { exact: true }).click()
  await sections.getByRole('link', { name: 'Installation guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await page.getByRole('link', { name: 'terminal block' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal block' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Name your organization' })).toBeHidden()
})
