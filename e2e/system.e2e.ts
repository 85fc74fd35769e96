import { expect, test } from './fixtures.ts'

test('an operator opens the system page from the account menu', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}`)
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'System' }).click()
  await expect(page.getByRole('heading', { name: 'System' })).toBeVisible()
  const versions = page.getByRole('region', { name: 'Versions' })
  await expect(versions.getByText('PostgreSQL')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Instances' }).getByText('This instance')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const sections = page.getByRole('navigation', { name: 'System' })
  await sections.getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL(/\/system\/jobs/)
})

test('people who are not operators cannot open the system page', async ({ page, signInAs }) => {
  await signInAs('create')
  await page.goto('/system')
  await expect(page.getByText('Only operators can open this page')).toBeVisible()
  await page.getByRole('button', { name: /, account$/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'System' })).toHaveCount(0)
})
