import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a person creates an organization and becomes its admin', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('edit')
  await page.goto('/o')
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/dialog=new/)
  await page.getByRole('textbox', { name: 'Title' }).fill('H')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/2/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour works')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/o\/[A-Za-z0-9]{20}$/)
  await page.goto('/o')
  await expect(page.getByRole('listitem').filter({ hasText: /Harbour works.*Admin/ })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})
