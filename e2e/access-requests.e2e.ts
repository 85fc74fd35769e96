import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a reader asks for a role with one click, and an admin grants it on the home page', async ({
  page,
  seed,
  signInAs,
  callApi,
  openAdminWindow,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Install'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  await signInAs('read')
  await page.goto(`/s/${spaceId}/p/${pages[0]?.id}/edit`)
  await expect(page.getByText('You need the Edit role in this space.')).toBeVisible()
  await expect(page.getByText(/can grant it and will get an email/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Ask for the Edit role' }).click()
  await expect(page.getByText(/You requested the Edit role/)).toBeVisible()

  const admin = await openAdminWindow()
  await admin.goto(`/o/${seed.organizationId}`)
  const requests = admin.getByRole('region', { name: 'Access requests' })
  await expect(requests).toContainText('Rita read asks for the Edit role in Guide')
  await expectAccessibleInBothThemes(admin)
  await admin.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(admin)
  await requests.getByRole('button', { name: 'Grant the request from Rita read' }).click()
  await expect(requests).toHaveCount(0)
  await expect(admin.getByText('Granted Rita read the Edit role in “Guide”')).toBeVisible()

  // The page of the requester is updated.
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('link', { name: 'Edit', exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for access' })).toHaveCount(0)
})

test('a request for a chosen role appears on the home page at once, can be withdrawn, and is declined', async ({
  page,
  seed,
  signInAs,
  openAdminWindow,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Install'])
  await signInAs('comment')
  const admin = await openAdminWindow()
  await admin.goto(`/o/${seed.organizationId}`)
  await expect(admin.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.goto(`/s/${spaceId}`)
  const dialog = page.getByRole('dialog', { name: 'Ask for access' })
  const ask = async () => {
    await dialog.getByLabel('Role').selectOption('Review')
    await dialog.getByLabel(/Message/).fill('I look after the manuals')
    await dialog.getByRole('button', { name: 'Ask for the Review role' }).click()
  }
  await page.getByRole('button', { name: 'Ask for access' }).click()
  const footer = dialog.locator('.dialog-foot')
  await expect(footer.getByRole('button')).toHaveText(['Close', /^Ask for the .* role$/])
  await expect(dialog).toContainText('You have the Comment role in “Guide”.')
  await expectAccessible(page)
  await ask()
  const requests = admin.getByRole('region', { name: 'Access requests' })
  await expect(requests).toContainText('I look after the manuals')
  await dialog.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(requests).toHaveCount(0)
  await ask()
  await requests.getByRole('button', { name: 'Decline the request from Rita comment' }).click()
  await expect(requests).toHaveCount(0)
  await expect(dialog).toContainText('Your last request was declined')
})

test('a page that a member can’t see names the admins, who can grant access', async ({
  page,
  seed,
  signInAs,
  callApi,
  openAdminWindow,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Secret plans')
  await callApi(api.spaces.update, { params: { spaceId }, body: { defaultLevel: null } })
  const { displayName } = await callApi(api.users.current, {})
  const admin = await openAdminWindow()
  await admin.goto(`/o/${seed.organizationId}`)
  await expect(admin.getByRole('heading', { name: 'Home' })).toBeVisible()
  await signInAs('read')
  await page.goto(`/s/${spaceId}`)
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await expect(page).toHaveTitle('Not found · Lectern')
  await expect(
    page.getByText(`${displayName} is an admin of Halden Energy and can grant you access.`),
  ).toBeVisible()
  await expect(page.getByText('Secret plans')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await admin.goto(`/o/${seed.organizationId}/sites/nosuchsite`)
  await expect(admin.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await expect(admin.getByText(/can grant you access/)).toHaveCount(0)
})

test('guests don’t learn who the admins are', async ({ page, seed, signInAs }) => {
  await signInAs('guest')
  await page.goto(`/o/${seed.organizationId}/sites/nosuchsite`)
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible()
  await expect(page.getByText(/can grant you access/)).toHaveCount(0)
})
