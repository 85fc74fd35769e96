import { type Page, request } from '@playwright/test'
import { api } from '#contract/api.ts'
import { call, fetchTransport } from '#contract/client.ts'
import { emailOf, expect, expectNoOverflow, test } from './fixtures.ts'
import { admin } from './service.ts'

const browsers = (page: Page) => page.getByRole('grid', { name: 'Browsers' }).locator('[data-row]')

/** Signs the same person in from another browser. */
async function signInElsewhere(baseURL: string, email: string, password: string): Promise<number> {
  const other = await request.newContext({ baseURL })
  const response = await other.post('/auth/sign-in', {
    headers: { 'x-lectern': '1' },
    data: { email, password },
  })
  await other.dispose()
  return response.status()
}

test('a changed name appears everywhere in the dashboard', async ({ page, signInAs }) => {
  await signInAs('edit')
  await page.goto('/o?last=true')
  await page.getByRole('button', { name: /Rita edit ?, account/ }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await expect(page).toHaveURL(/\/me$/)
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Enter a value')).toBeVisible()
  await page.getByLabel('Name').fill('Rita Oyelaran')
  await page.getByLabel('Picture').fill('https://example.org/rita.png')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Saved your profile')).toBeVisible()
  await expect(page.getByRole('button', { name: /Rita Oyelaran ?, account/ })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Rita Oyelaran')
  await expect(page.getByLabel('Picture')).toHaveValue('https://example.org/rita.png')
})

test('the account shows whether the email address is verified and sends a verification link', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  await signInAs('admin')
  await page.goto('/me')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  const email = emailOf(seed, 'vera')
  const params = { organizationId: seed.organizationId }
  const { links = [] } = await callApi(api.organizationInvites.send, { params, body: { emails: [email] } })
  await page.request.post(`/auth/one-time/${links[0]?.url.split('/').at(-1)}`, {
    headers: { 'x-lectern': '1' },
    data: { password: admin.password },
  })
  await page.goto('/me')
  await expect(page.getByText('Not verified')).toBeVisible()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`Sent a link to ${email}`)).toBeVisible()
})

test('changing the password requires the current one and signs out other browsers', async ({
  page,
  seed,
  signInAs,
  service,
}) => {
  const email = `read-${seed.organizationId.toLowerCase()}@example.org`
  const next = 'an even longer and more secret sentence'
  await signInAs('read')
  expect(await signInElsewhere(service.baseUrl, email, admin.password)).toBe(200)
  await page.goto('/me/security')
  await expect(browsers(page)).toHaveCount(2)
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/12 characters or more/i).first()).toBeVisible()
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This isn’t your current password')).toBeVisible()
  await page.getByLabel('Current password').fill(admin.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Changed your password and signed out all other browsers')).toBeVisible()
  await expect(browsers(page)).toHaveCount(1)
  expect(await signInElsewhere(service.baseUrl, email, admin.password)).toBe(401)
  expect(await signInElsewhere(service.baseUrl, email, next)).toBe(200)
})

test('other browsers are signed out one by one or all together', async ({
  page,
  seed,
  signInAs,
  service,
}) => {
  const email = `comment-${seed.organizationId.toLowerCase()}@example.org`
  await signInAs('comment')
  for (let time = 0; time < 3; time++) await signInElsewhere(service.baseUrl, email, admin.password)
  await page.goto('/me/security')
  await expect(browsers(page)).toHaveCount(4)
  await expect(browsers(page).filter({ hasText: 'This browser' })).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Sign out (Chrome|An unknown)/ })
    .first()
    .click()
  await expect(page.getByText('Signed out the browser')).toBeVisible()
  await expect(browsers(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(browsers(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(browsers(page)).toHaveCount(1)
  await page.reload()
  await expect(browsers(page)).toHaveCount(1)
})

test('a token is shown once, can be read-only and stops working when revoked', async ({
  page,
  seed,
  signInAs,
  service,
}) => {
  await signInAs('create')
  await page.goto('/me/tokens')
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByLabel('Name').fill('Backup')
  await dialog.getByLabel('Expires').selectOption({ label: 'On a date' })
  await dialog.getByLabel('Last day').fill('2001-01-01')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Choose today or a later date')).toBeVisible()
  await dialog.getByLabel('Expires').selectOption({ label: 'In 30 days' })
  await dialog.getByRole('checkbox', { name: /Read only/ }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()

  const shown = page.getByRole('dialog', { name: 'Created “Backup”' })
  const token = await shown.getByRole('textbox', { name: 'token Backup' }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Backup/ })).toContainText('Read only')

  const transport = fetchTransport(service.baseUrl, { authorization: `Bearer ${token}` })
  const params = { organizationId: seed.organizationId }
  expect((await call(transport, api.organizations.get, { params })).title).toBe('Halden Energy')
  const creation = call(transport, api.spaces.create, { params, body: { title: 'Guide' } })
  await expect(creation).rejects.toMatchObject({ status: 403 })

  await page.reload()
  await expect(page.getByRole('row', { name: /Backup/ })).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('row', { name: /Backup/ }).hover()
  await page.getByRole('button', { name: 'Actions for Backup' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('button', { name: 'Revoke Backup' }).click()
  await expect(page.getByText('No API tokens yet')).toBeVisible()
  await expect(call(transport, api.organizations.get, { params })).rejects.toMatchObject({ status: 401 })
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the account pages are accessible', async ({ page, signInAs, expectAccessibleInBothThemes }) => {
    await signInAs('edit')
    for (const [path, wait] of [
      ['/me', 'Save profile'],
      ['/me/security', 'Change password'],
      ['/me/tokens?dialog=new', 'Create token'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: wait })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await expectNoOverflow(page)
    }
  })
})
