import { api } from '#contract/api.ts'
import { test as base, type Call, emailOf, expect, expectNoOverflow, type Seed } from './fixtures.ts'
import { type SamlProcess, signInAtProvider, startSamlProcess } from './saml-provider.ts'
import { admin, runLectern } from './service.ts'

const test = base.extend<Record<never, never>, { saml: SamlProcess }>({
  saml: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const saml = await startSamlProcess()
      await use(saml)
      await saml.stop()
    },
    { scope: 'worker' },
  ],
})

const domainOf = (seed: Seed): string => emailOf(seed, 'x').slice(2)

/** Adds an active provider with the API. */
async function aProvider(callApi: Call, { organizationId }: Seed, { address }: SamlProcess) {
  const params = { organizationId }
  const { certificates: _, ...settings } = await callApi(api.samlProviders.readMetadata, {
    params,
    body: { url: `${address}/metadata` },
  })
  return callApi(api.samlProviders.create, { params, body: { label: 'Halden login', ...settings } })
}

test('an admin sets up a provider from its metadata and tests it, and a colleague signs in for the first time', async ({
  page,
  browser,
  seed,
  service,
  saml,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  await runLectern(service.dataDir, 'domains', 'verify', seed.organizationId, domainOf(seed))
  await callApi(api.teams.create, { params, body: { title: 'Writers' } })
  const ann = { id: 'ann-1', email: emailOf(seed, 'ann'), name: 'Ann Lee' }

  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/sso`)
  await expect(page.getByRole('heading', { name: 'No sign-in providers yet' })).toBeVisible()
  await page
    .getByRole('button', { name: /Add SAML provider/ })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Name').fill('Halden login')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Halden login' })).toBeVisible()
  await expect(page.getByText('Setup incomplete')).toBeVisible()
  const acs = page.getByLabel('Assertion consumer service (ACS) URL', { exact: true })
  await expect(acs).toHaveValue(/\/sso\/saml\/\w+\/acs$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Import metadata' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import metadata' })
  await dialog.getByLabel('Metadata URL').fill(`${saml.address}/nothing`)
  await dialog.getByRole('button', { name: 'Import metadata' }).click()
  await expect(dialog.getByText('This is a web page instead of XML')).toBeVisible()
  await dialog.getByLabel('Metadata URL').fill(`${saml.address}/metadata`)
  await dialog.getByRole('button', { name: 'Import metadata' }).click()
  await expect(page.getByLabel('Entity ID (issuer)')).toHaveValue(`${saml.address}/metadata`)
  await page.getByLabel('Role', { exact: true }).selectOption('Edit')
  await page.getByLabel('Team').selectOption('Writers')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(page.getByText('Saved. Test the provider next')).toBeVisible()
  await expect(page.getByText(/^Expires on /)).toBeVisible()

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await signInAtProvider(page, ann)
  const result = page.getByRole('dialog', { name: 'Test of Halden login' })
  await expect(result.getByText('Sign-in works')).toBeVisible()
  await expect(result).toContainText(`Signing in would create an account for ${ann.email}`)
  await expect(result).toContainText('ann-1')
  await expectAccessible(page)
  expect((await callApi(api.members.list, { params, query: { search: ann.email } })).count).toBe(0)

  const visitor = await (await browser.newContext({ baseURL: service.baseUrl })).newPage()
  await visitor.goto(`/o/${seed.organizationId}/library`)
  await visitor.getByLabel('Email').fill(ann.email)
  await visitor.getByRole('link', { name: 'Continue with Halden login' }).click()
  await signInAtProvider(visitor, ann)
  await expect(visitor).toHaveURL(new RegExp(`/o/${seed.organizationId}/library$`))
  const { items } = await callApi(api.members.list, { params, query: { search: ann.email } })
  expect(items).toMatchObject([{ role: 'edit', sso: true, teams: 1, user: { displayName: 'Ann Lee' } }])

  await visitor.goto('/me/security')
  await visitor.getByRole('button', { name: 'Unlink Halden login' }).click()
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Unlink account' }).click()
  await expect(visitor.getByText('Unlinked your account from “Halden login”')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0)
  await visitor.context().close()
})

test('where single sign-on is required, a password leads to the buttons of the providers, and admins keep theirs', async ({
  page,
  browser,
  seed,
  service,
  saml,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  const provider = await aProvider(callApi, seed, saml)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/sso`)
  await expect(page.getByText(/Can still use a password:/)).toBeVisible()
  await page.getByRole('checkbox', { name: /Require single sign-on/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require single sign-on' }).click()
  await expect(page.getByText('Single sign-on is required')).toBeVisible()
  expect((await callApi(api.organizations.get, { params })).sso).toBe(true)

  const context = await browser.newContext({ baseURL: service.baseUrl })
  const member = await context.newPage()
  const email = `rita-${seed.organizationId.toLowerCase()}@elsewhere.example`
  const { links = [] } = await callApi(api.organizationInvites.send, {
    params,
    body: { emails: [email], role: 'edit' },
  })
  const link = /\/link\/([A-Za-z0-9_-]+)/.exec(links[0]?.url ?? '')?.[1]
  const headers = { 'x-lectern': '1' }
  const data = { password: admin.password }
  expect((await member.request.post(`/auth/one-time/${link}`, { headers, data })).status()).toBe(200)
  await member.goto(`/o/${seed.organizationId}/library`)
  await expect(member.getByRole('heading', { name: /requires single sign-on/ })).toBeVisible()
  await expectAccessible(member)
  await member.getByRole('button', { name: 'Continue with Halden login' }).click()
  await signInAtProvider(member, { id: 'rita-1', email, name: 'Rita' })
  await expect(member).toHaveURL(new RegExp(`/o/${seed.organizationId}/library$`))
  await expect(member.getByRole('heading', { name: 'Library' })).toBeVisible()

  // The provider alone signs people of other domains in to its organization, and not to the rest of their account.
  const other = await callApi(api.organizations.create, { body: { title: 'Other client' } })
  const invite = await callApi(api.organizationInvites.create, {
    params: { organizationId: other.id },
    body: { role: 'read' },
  })
  await context.clearCookies()
  await member.goto(provider.service.startURL)
  await signInAtProvider(member, { id: 'rita-1', email, name: 'Rita' })
  await expect(member).toHaveURL(new RegExp(`/o/${seed.organizationId}`))
  await member.goto(`/join/${other.id}/${invite.id}`)
  await member.getByRole('button', { name: 'Join Other client' }).click()
  await expect(member.getByRole('alert')).toContainText('You signed in through another organization')
  await expectAccessible(member)
  await member.getByRole('button', { name: 'Sign out and sign in again' }).click()
  await member.getByRole('textbox', { name: 'mail' }).fill(email)
  await member.getByLabel('Password', { exact: true }).fill(admin.password)
  await member.keyboard.press('Enter')
  await member.getByRole('button', { name: 'Join Other client' }).click()
  await expect(member).toHaveURL(new RegExp(`/o/${other.id}`))
  await context.close()

  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible()
})

test('a sign-in that is refused says so and offers another way', async ({ page, seed, saml, callApi }) => {
  const provider = await aProvider(callApi, seed, saml)
  await page.goto(provider.service.startURL)
  await signInAtProvider(page, { id: 'x', email: 'x@unverified.example', name: 'X' })
  await expect(page).toHaveURL(/\/sign-in\?sso=no-access/)
  await expect(page.getByRole('alert')).toContainText('has no access here yet')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a member is marked for single sign-on, and the mark is undone', async ({
  page,
  seed,
  saml,
  signInAs,
  callApi,
}) => {
  await aProvider(callApi, seed, saml)
  const [userId = ''] = await seed.members('edit', 'rita')
  const params = { organizationId: seed.organizationId, userId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members/${userId}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Require single sign-on' }).click()
  await expect(page.getByText('Must use single sign-on', { exact: true })).toBeVisible()
  expect((await callApi(api.members.get, { params })).sso).toBe(true)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Can use a password', { exact: true })).toBeVisible()
  expect((await callApi(api.members.get, { params })).sso).toBe(false)
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 740 } })

  test('the settings of a provider are accessible in both themes', async ({
    page,
    seed,
    saml,
    signInAs,
    callApi,
    expectAccessibleInBothThemes,
  }) => {
    const { id } = await aProvider(callApi, seed, saml)
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/settings/sso`)
    await expect(page.getByRole('row', { name: /Halden login/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.goto(`/o/${seed.organizationId}/settings/sso?provider=${id}`)
    await expect(page.getByLabel('Entity ID (issuer)')).toHaveValue(`${saml.address}/metadata`)
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
  })
})
