import type { Page, Route } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { api } from '#contract/api.ts'
import { test as base, emailOf, expect, expectNoOverflow, type Seed } from './fixtures.ts'
import { admin, freePort, type RunningService, runLectern, startService } from './service.ts'

/** Passkeys belong to a domain, so the service of these tests is reached as localhost. */
const test = base.extend<Record<never, never>, { service: RunningService }>({
  service: [
    async ({ playwright: _ }, use) => {
      const port = await freePort()
      const baseUrl = `http://localhost:${port}`
      const service = await startService({
        LECTERN_ADMIN_EMAIL: admin.email,
        LECTERN_ADMIN_PASSWORD: admin.password,
        LECTERN_ADMIN_TOKEN: admin.token,
        PORT: String(port),
        BASE_URL: baseUrl,
      })
      await use({ ...service, baseUrl })
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

/** The authenticator of a laptop that verifies its owner and stores passkeys (WebAuthn Level 3, 11.3). */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Codes of the app that shows this key; each step is used once. */
const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Sets up an authenticator app with the code of the step before now, and returns its key and a recovery code. */
async function setUpApp(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  await page
    .getByRole('region', { name: 'Authenticator app' })
    .getByRole('button', { name: 'Set up' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = await dialog.getByRole('textbox', { name: 'key' }).inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill('000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Enter the 6 digits')).toBeVisible()
  // A code of the step before is refused as soon as the present step ends.
  const remaining = 30_000 - (Date.now() % 30_000)
  if (remaining < 10_000) await page.waitForTimeout(remaining)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  return { secret, recoveryCode: await saveCodes(page) }
}

/** The dialog with recovery codes, which comes with the first second factor; returns one of them. */
async function saveCodes(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const code = await dialog.getByRole('listitem').first().innerText()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('lectern-recovery-codes.txt')
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  return code
}

/** Makes the dashboard think that the sign-in is long ago, so that it asks for a confirmation. */
async function forgetConfirmation(page: Page): Promise<void> {
  const answer = async (route: Route) => {
    const response = await route.fetch()
    const state = await response.json()
    delete state.session.confirmedUntil
    await route.fulfill({ response, json: state })
  }
  await page.route('**/auth/second-factor', answer)
}

const emailOfRole = ({ organizationId }: Seed, role: string) =>
  `${role}-${organizationId.toLowerCase()}@example.org`

test('a passkey is added, renamed and signs in without a password', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  await addAuthenticator(page)
  await signInAs('edit')
  await page.goto('/me/security')
  await forgetConfirmation(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const password = confirmation.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  // An answer that is on its way is still changed.
  await page.unrouteAll({ behavior: 'wait' })
  await password.fill('not this one')
  await page.keyboard.press('Enter')
  await expect(confirmation.getByText('This isn’t your password')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await password.fill(admin.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await saveCodes(page)
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByRole('listitem')).toContainText('Laptop')
  await expect(page.getByText('10 of 10 codes left')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Actions for Laptop' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  await expect(passkeys).toContainText('Work laptop')

  await page.context().clearCookies()
  await page.goto('/sign-in?to=%2Fme%2Fsecurity')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/me\/security$/)
  const history = page.getByRole('list', { name: 'Sign-in history' })
  await expect(history.getByRole('listitem').first()).toContainText('Passkey')

  // As the second step after the password.
  await page.context().clearCookies()
  await signIn(page, emailOfRole(seed, 'edit'))
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await expect(page).not.toHaveURL(/sign-in/)

  await page.goto('/me/security')
  await page.getByRole('button', { name: 'Actions for Work laptop' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete Work laptop' }).click()
  await expect(page.getByText('Deleted “Work laptop”')).toBeVisible()
  await expect(passkeys).toBeHidden()
})

test('a sign-in asks for a code, or a recovery code, and the history shows the attempts', async ({
  page,
  seed,
  signInAs,
  service,
  expectAccessibleInBothThemes,
}) => {
  const email = emailOfRole(seed, 'comment')
  await signInAs('comment')
  await page.goto('/me/security')
  const { secret, recoveryCode } = await setUpApp(page)
  await expect(page.getByText('10 of 10 codes left')).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, email)
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessibleInBothThemes(page)
  await code.fill(codeOf(secret, 40))
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or was already used')).toBeVisible()
  await code.fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign-in/)

  await page.context().clearCookies()
  await signIn(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto('/me/security')
  await expect(page.getByText('9 of 10 codes left')).toBeVisible()
  const history = page.getByRole('list', { name: 'Sign-in history' }).getByRole('listitem')
  await expect(history.nth(0)).toContainText('Password and recovery code')
  await expect(history.nth(1)).toContainText('Password and authenticator app')
  await expect(history.nth(2)).toContainText('Second factor refused')

  // The operator helps someone who lost everything.
  const output = await runLectern(service.dataDir, 'reset-second-factor', email)
  expect(output).toContain(email)
  await page.goto('/me')
  await expect(page).toHaveURL(/sign-in/)
  await signIn(page, email)
  await expect(page).not.toHaveURL(/sign-in/)
})

test('an organization that requires a second factor leads its members to adding one, and back', async ({
  page,
  browser,
  seed,
  signInAs,
  callApi,
  service,
  expectAccessibleInBothThemes,
}) => {
  const params = { organizationId: seed.organizationId }
  const email = emailOf(seed, 'olga')
  const body = { emails: [email], role: 'admin' as const }
  const { links = [] } = await callApi(api.organizationInvites.send, { params, body })
  const context = await browser.newContext({ baseURL: service.baseUrl })
  const owner = await context.newPage()
  const redeemed = await owner.request.post(`/auth/one-time/${links[0]?.url.split('/').at(-1)}`, {
    headers: { 'x-lectern': '1' },
    data: { password: admin.password },
  })
  expect(redeemed.status()).toBe(200)
  await signInAs('read')

  await owner.goto(`/o/${seed.organizationId}/settings/security`)
  await expect(
    owner.getByText('Before you require it, add a second factor to your own account'),
  ).toBeVisible()
  await owner.getByRole('link', { name: 'your own account' }).click()
  await setUpApp(owner)
  await owner.getByRole('button', { name: 'Continue' }).click()
  await expect(owner).toHaveURL(/settings\/security$/)
  const without = owner.getByRole('grid', { name: 'Members' })
  await expect(without).toContainText('Rita read')
  await owner.getByRole('button', { name: 'Require second factor…' }).click()
  await owner.getByRole('button', { name: 'Require second factor', exact: true }).click()
  await expect(owner.getByText('Required', { exact: true })).toBeVisible()
  await expectAccessibleInBothThemes(owner)
  await owner.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(owner)

  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('heading', { name: 'Halden Energy requires a second factor' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('link', { name: 'Add a second factor' }).click()
  await setUpApp(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/library$/)
  await expect(page.getByRole('heading', { name: 'Halden Energy requires a second factor' })).toBeHidden()
  await context.close()
})
