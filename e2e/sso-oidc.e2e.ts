import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { registerClient } from '#testing/oidc-server.ts'
import { test as base, emailOf, expect, expectNoOverflow, type Seed } from './fixtures.ts'
import { type OidcProcess, startOidcProcess } from './oidc-provider.ts'
import { runLectern } from './service.ts'

const test = base.extend<Record<never, never>, { oidc: OidcProcess }>({
  oidc: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const oidc = await startOidcProcess()
      await use(oidc)
      await oidc.stop()
    },
    { scope: 'worker' },
  ],
})

/** Signs in at the provider, which asks for consent too. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const domainOf = (seed: Seed): string => emailOf(seed, 'x').slice(2)
const loginOf = (seed: Seed): string => `ann-${seed.organizationId.toLowerCase()}`

test('an admin sets up a provider, tests it, and people sign in with the teams and the role of their groups', async ({
  page,
  browser,
  seed,
  service,
  oidc,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  await runLectern(service.dataDir, 'domains', 'verify', seed.organizationId, domainOf(seed))
  await callApi(api.teams.create, { params, body: { title: 'Writers' } })
  const [login, email] = [loginOf(seed), emailOf(seed, 'ann')]
  await oidc.setPerson(login, { email, email_verified: true, name: 'Ann Lee', groups: ['docs', 'staff'] })

  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/sso`)
  await page.getByRole('button', { name: 'Add OpenID Connect provider' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Halden login')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Halden login' })).toBeVisible()
  await expect(page.getByText('Setup incomplete')).toBeVisible()
  const callback = await page.getByLabel('Redirect URI (callback URL)', { exact: true }).inputValue()
  const client = await registerClient(oidc.issuer, callback)

  await page.getByLabel('Issuer').fill(`${oidc.issuer}/nowhere`)
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Couldn’t read the configuration of the provider')).toBeVisible()
  await page.getByLabel('Issuer').fill(`${oidc.issuer}/.well-known/openid-configuration`)
  await page.getByLabel('Client ID').fill(client.clientID)
  await page.getByLabel('Client secret').fill(client.clientSecret)
  await page.getByLabel('Scopes').fill('openid email profile groups')
  await page.getByRole('button', { name: 'Add group' }).click()
  const mapping = page.getByRole('listitem').filter({ has: page.getByLabel('Group', { exact: true }) })
  await mapping.getByLabel('Group', { exact: true }).fill('docs')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(mapping.getByText('Choose a team or a role for this group')).toBeVisible()
  await mapping.getByLabel('Team').selectOption('Writers')
  await mapping.getByLabel('Role').selectOption('Edit')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Saved. Test the provider next')).toBeVisible()
  await expect(page.getByLabel('Issuer')).toHaveValue(oidc.issuer)
  await expect(page.getByLabel('Client secret')).toHaveValue('')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await signInAtProvider(page, login)
  const result = page.getByRole('dialog', { name: 'Test of Halden login' })
  await expect(result.getByText('Sign-in works')).toBeVisible()
  await expect(result).toContainText(`Signing in would create an account for ${email}`)
  await expect(result).toContainText('They would join the team Writers. They would get the Edit role.')
  expect((await callApi(api.members.list, { params, query: { search: email } })).count).toBe(0)

  const context = await browser.newContext({ baseURL: service.baseUrl })
  const visitor = await context.newPage()
  const [provider] = (await callApi(api.oidcProviders.list, { params })).items
  await visitor.goto(`${provider?.service.startURL}?return=/o/${seed.organizationId}`)
  await signInAtProvider(visitor, login)
  await expect(visitor.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(visitor).toHaveURL(new RegExp(`/o/${seed.organizationId}$`))
  const { items } = await callApi(api.members.list, { params, query: { search: email } })
  expect(items).toMatchObject([{ role: 'edit', sso: true, teams: 1, user: { displayName: 'Ann Lee' } }])
  await context.close()
})

test('the sign-in page explains an unverified domain and a canceled sign-in', async ({
  page,
  seed,
  oidc,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  const { id, service } = await callApi(api.oidcProviders.create, { params, body: { label: 'Login' } })
  const client = await registerClient(oidc.issuer, service.callbackURL)
  await callApi(api.oidcProviders.update, {
    params: { ...params, oidcProviderId: id },
    body: { issuer: oidc.issuer, ...client },
  })
  await oidc.setPerson(loginOf(seed), { email: emailOf(seed, 'ann') })
  await page.goto(service.startURL)
  await signInAtProvider(page, loginOf(seed))
  await expect(page).toHaveURL(/\/sign-in\?sso=no-access$/)
  await expect(page.getByRole('alert')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(service.startURL)
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(page).toHaveURL(/\/sign-in\?sso=failed$/)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a provider is deleted from the list after a question', async ({ page, seed, signInAs, callApi }) => {
  const params = { organizationId: seed.organizationId }
  await callApi(api.oidcProviders.create, { params, body: { label: 'Old login' } })
  await callApi(api.samlProviders.create, { params, body: { label: 'Other login' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/sso`)
  const row = page.getByRole('row', { name: /Old login/ })
  await expect(row).toContainText('OpenID Connect')
  await row
    .getByRole('button', { name: /Old login/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete provider' }).click()
  await expect(page.getByText('Deleted the provider “Old login”')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Other login/ })).toContainText('SAML')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 740 } })

  test('the settings of a provider are accessible', async ({
    page,
    seed,
    signInAs,
    callApi,
    expectAccessibleInBothThemes,
  }) => {
    const params = { organizationId: seed.organizationId }
    const groupMappings = [{ group: 'docs', role: 'edit' as const }]
    const { id } = await callApi(api.oidcProviders.create, {
      params,
      body: { label: 'Halden login', groupMappings },
    })
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/settings/sso`)
    await expect(page.getByRole('row', { name: /Halden login/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.goto(`/o/${seed.organizationId}/settings/sso?provider=${id}`)
    await expect(page.getByLabel('Group', { exact: true })).toHaveValue('docs')
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
  })
})
