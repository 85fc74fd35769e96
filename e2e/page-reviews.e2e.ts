import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const toReview = (page: Page) => page.getByRole('region', { name: /^Pages to review/ })
const rows = (page: Page) => page.getByRole('grid', { name: 'Notifications' }).getByRole('row')

test('an overdue page is on Home, in the inbox and marked in the tree until its owner confirms it', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Torque', 'Wiring'])
  const { organizationId } = seed
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const torque = pages.find(({ title }) => title === 'Torque')?.id ?? ''
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/p/${torque}`)
  await page.getByRole('button', { name: 'Page actions' }).click()
  await page.getByRole('menuitem', { name: 'Owner and review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review of “Torque”' })
  await dialog.getByRole('option', { name: /Rita edit/ }).click()
  await dialog.getByLabel('Review', { exact: true }).selectOption({ label: 'Every 6 months' })
  await dialog.getByLabel('Next review').fill(day(-3))
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const banner = page.getByRole('status').filter({ hasText: 'The review was due on' })
  await expect(banner).toContainText('Owner: Rita edit')
  await expect(page.getByTitle('Overdue for review')).toBeAttached()
  await expectAccessibleInBothThemes(page)

  await page.goto(`/o/${organizationId}/inbox`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Is it still correct?')
  await expectAccessibleInBothThemes(page)

  await page.goto(`/o/${organizationId}`)
  await expect(toReview(page)).toContainText('Torque')
  await expectAccessibleInBothThemes(page)
  await toReview(page).getByRole('button', { name: '“Torque” is still correct' }).click()
  await expect(toReview(page)).toHaveCount(0)
  await expect(page.getByText('Confirmed that “Torque” is still correct')).toBeVisible()
  await page.keyboard.press('z')
  await expect(toReview(page)).toContainText('Torque')
  await toReview(page).getByRole('button', { name: '“Torque” is still correct' }).click()
  await expect(toReview(page)).toHaveCount(0)

  await page.goto(`/o/${organizationId}/inbox`)
  await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
  await page.goto(`/s/${spaceId}/p/${torque}`)
  const notes = page.getByRole('region', { name: 'Review' })
  await expect(notes).toContainText('Owner: Rita edit')
  await expect(notes).toContainText('by Rita edit')
  await expect(banner).toHaveCount(0)

  await page.goto(`/s/${spaceId}/history`)
  const confirmed = page.getByRole('link', { name: 'Confirmed “Torque” Rita edit' })
  await expect(confirmed).toHaveAttribute('title', 'Rita edit confirmed that “Torque” is still correct')
  await expectAccessibleInBothThemes(page)
  await confirmed.click()
  await expect(page).toHaveURL(new RegExp(`/s/${spaceId}/p/${torque}`))
})

test('an inbox confirms a page, and a reader of the page gets no badge', async ({
  page,
  callApi,
  seed,
  signInAs,
  openWindow,
  openAdminWindow,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  const { organizationId } = seed
  const params = {
    spaceId,
    pageId: (await callApi(api.spaceContent.pages, { params: { spaceId } })).pages[0]?.id ?? '',
  }
  const admin = await callApi(api.users.current, {})
  await callApi(api.pageFreshness.update, { params, body: { owner: admin.id, dueOn: day(-1) } })
  await signInAs('read')
  await page.goto(`/s/${spaceId}/p/${params.pageId}`)
  const notes = page.getByRole('region', { name: 'Review' })
  await expect(notes).toContainText('Overdue since')
  await expect(page.getByText('The review was due on')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Still correct' })).toHaveCount(0)
  const phone = await openWindow({ viewport: { width: 390, height: 844 } })
  await phone.goto(`/s/${spaceId}/p/${params.pageId}`)
  await expectNoOverflow(phone)

  const other = await openAdminWindow()
  await other.goto(`/o/${organizationId}/inbox`)
  await rows(other).getByRole('button', { name: '“Torque” is still correct' }).click()
  await expect(other.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible()
})

test('a space sets the owner and interval of its pages, with undo', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  await signInAs('create')
  await page.goto(`/s/${spaceId}/settings`)
  const section = page.getByRole('region', { name: 'Page reviews' })
  await expect(section).toContainText('Never')
  await section.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Page reviews' })
  await dialog.getByRole('option', { name: /Rita create/ }).click()
  await dialog.getByLabel('Review', { exact: true }).selectOption({ label: 'Every 3 months' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('Rita create')
  await expect(section).toContainText('Every 3 months')
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(section).toContainText('Every 3 months')
})
