import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './service.ts'

test('text typed into a form is there again after the session ended, and the sign-in page says why', async ({
  page,
  seed,
  signInAs,
  context,
  expectAccessible,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  await page.getByLabel('Title').fill('Typed before the session ended')
  await context.clearCookies()
  // By key: any other request may lead to the sign-in page first, where the button is gone.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByText(/session (has )?(ended|expired)/i)).toBeVisible()
  await expectAccessible(page)
  await signInOn(page)
  await expect(page).toHaveURL(/\/settings\/general/)
  await expect(page.getByLabel('Title')).toHaveValue('Typed before the session ended')
})

test('signing out keeps typed text and signs out other windows, which continue after signing in again', async ({
  page,
  seed,
  context,
}) => {
  const settings = `/o/${seed.organizationId}/settings/general`
  // With a session of its own, because signing out ends it.
  await page.goto(settings)
  await signInOn(page)
  await page.getByLabel('Title').fill('Typed before signing out')
  const otherWindow = await context.newPage()
  await otherWindow.goto(`/o/${seed.organizationId}/teams`)
  await expect(otherWindow.getByText('No teams yet')).toBeVisible()

  await page.getByRole('button', { name: ', account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(otherWindow.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await signInOn(page)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(otherWindow.getByText('No teams yet')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(settings)
  await expect(page.getByLabel('Title')).toHaveValue('Typed before signing out')
  await otherWindow.close()
})

async function signInOn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('changes made offline wait, are counted, and each is made once when the connection is back', async ({
  page,
  seed,
  callApi,
  signInAs,
  context,
}) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/general`)
  const title = page.getByLabel('Title')
  await expect(title).toBeVisible()
  await context.setOffline(true)
  await title.fill('Saved offline')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('1 change waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Retry now' }).click()
  await expect(page.getByText('1 change waiting')).toBeVisible()
  const { version } = await callApi(api.organizations.get, { params })

  await context.setOffline(false)
  await expect(page.getByText('Saved the settings of “Saved offline”')).toBeVisible()
  await expect(page.getByText('1 change waiting')).toBeHidden()
  expect(await callApi(api.organizations.get, { params })).toMatchObject({
    title: 'Saved offline',
    version: version + 1,
  })
})

test('an object created offline is created once, with a key that makes repeating its request safe', async ({
  page,
  seed,
  callApi,
  signInAs,
  context,
}) => {
  const params = { organizationId: seed.organizationId }
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await page.getByRole('main').getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Created offline')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(page.getByText('1 change waiting')).toBeVisible()
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /collections$/.test(request.url()),
  )
  await context.setOffline(false)
  expect((await sent).headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await expect(page.getByText('1 change waiting')).toBeHidden()
  await expect
    .poll(async () => {
      const { items } = await callApi(api.collections.list, { params })
      return items.filter(({ title }) => title === 'Created offline').length
    })
    .toBe(1)
})
