import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

/** Focus on `body` means that the next key does nothing. */
const expectFocus = async (page: Page, after: string): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: `Focus after ${after}` })
    .not.toBe('BODY')

test('every view and action leaves the focus on an element', async ({ page, seed, callApi, signInAs }) => {
  const { organizationId } = seed
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools'])
  for (const title of ['Alpha', 'Beta', 'Gamma']) await seed.space(title)
  const siteId = await seed.site('Docs', ['One', 'Two'])
  await seed.members('edit', 'ada', 'ben')
  await callApi(api.changeRequests.create, { params: { spaceId }, body: { subject: 'Better wires' } })
  await signInAs('admin')
  await page.goto(`/o/${organizationId}/library`)
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row('Beta')).toBeVisible()

  await page.keyboard.press('j')
  await expectFocus(page, 'entering the library by key')
  await row('Beta').focus()
  await page.keyboard.press('Delete')
  await expect(row('Beta')).toBeHidden()
  await expectFocus(page, 'deleting a space')
  await page.keyboard.press('Control+z')
  await expect(row('Beta')).toBeVisible()
  await expectFocus(page, 'undoing it')
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectFocus(page, 'closing a dialog')

  const views = ['Home', 'Changes', 'Sites', 'People', 'Settings']
  for (const name of views) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectFocus(page, `opening ${name}`)
  }
  await page.goto(`/o/${organizationId}/members`)
  await expect(row('ada')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.locator('[data-row]:focus')).toHaveCount(1)
  await row('ben').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(row('ben')).toBeHidden()
  await expectFocus(page, 'removing a member')

  for (const tab of ['Structure', 'Redirects', 'Audience']) {
    if (tab === 'Structure') await page.goto(`/o/${organizationId}/sites/${siteId}`)
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(new RegExp(tab, 'i'))
    await expectFocus(page, `opening ${tab}`)
  }

  await page.goto(`/s/${spaceId}`)
  await page.getByRole('treegrid', { name: 'Pages' }).getByRole('link', { name: 'Wiring' }).click()
  await expect(page.getByRole('heading', { name: 'Wiring', level: 1 })).toBeVisible()
  await page.keyboard.press('e')
  const text = page.getByRole('textbox', { name: 'Markdown' })
  await expect(text).toBeFocused()
  await page.keyboard.type('First words. ')
  await expect(text).toContainText('First words. All about Wiring')
})
