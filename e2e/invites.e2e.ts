import type { Browser, Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Invite links' })

/** Opens a page in another browser that is not signed in. */
async function openSignedOut(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  return page
}

test('a person without an account joins with an invite link in another browser', async ({
  page,
  browser,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/invites`)
  await expect(page.getByText('No invite links yet')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('c')
  await page.getByLabel('Role', { exact: true }).selectOption('Edit')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Create link/ }).click()
  const createdDialog = page.getByRole('dialog', { name: 'Link to Halden Energy' })
  const link = await createdDialog.getByRole('textbox').inputValue()
  await expectAccessible(page)
  await createdDialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(list(page).getByRole('row').nth(1)).toContainText('Halden Energy')

  const guest = await openSignedOut(browser, link)
  await expect(guest.getByRole('heading', { name: 'Join Halden Energy' })).toBeVisible()
  await expect(guest.getByText('Your role: Edit')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByLabel('Name').fill('Nils Krogh')
  await guest.getByLabel('Email').fill('admin@example.org')
  await guest.getByLabel('Password', { exact: true }).fill('a long and secret sentence')
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await expect(guest.getByText('This address already has an account')).toBeVisible()
  await guest.getByLabel('Email').fill(`nils-${seed.organizationId.toLowerCase()}@example.org`)
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(new RegExp(`/o/${seed.organizationId}$`))
  await expect(guest.getByRole('link', { name: 'People' })).toBeVisible()

  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'You’re a member of Halden Energy' })).toBeVisible()
  await expectAccessible(guest)

  await page.goto(`/o/${seed.organizationId}/members?search=Nils`)
  await expect(page.getByRole('button', { name: 'Role of Nils Krogh: Edit' })).toBeVisible()
})

test('the role of a link is changed in place, and a revoked link stops working', async ({
  page,
  browser,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  const { urls } = await callApi(api.organizationInvites.create, { params, body: { role: 'read' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/invites`)
  await list(page)
    .getByRole('button', { name: /^Role by the link/ })
    .click()
  await page.getByRole('menuitemradio', { name: /^Comment/ }).click()
  await expect(page.getByText('Changed the role of the link to Comment')).toBeVisible()
  await page.reload()
  await expect(list(page).getByRole('button', { name: /: Comment$/ })).toBeVisible()
  await expectAccessible(page)

  await list(page).getByRole('row').nth(1).focus()
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('alertdialog', { name: 'Revoke the link to Halden Energy?' })
  await confirmation.getByRole('button', { name: 'Revoke link' }).click()
  await expect(page.getByText('No invite links yet')).toBeVisible()

  const guest = await openSignedOut(browser, urls.app)
  await expect(guest.getByRole('heading', { name: 'This invite link doesn’t work' })).toBeVisible()
  await expectAccessible(guest)
})

test('a link to one space lets a person with an account join as a guest', async ({
  page,
  browser,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  await seed.space('Handbook', ['Welcome'])
  const { id: elsewhere } = await callApi(api.organizations.create, { body: { title: 'Elsewhere' } })
  const email = `ben-${seed.organizationId.toLowerCase()}@example.org`
  const outsider = await callApi(api.organizationInvites.send, {
    params: { organizationId: elsewhere },
    body: { emails: [email], role: 'read' },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/invites?dialog=new`)
  await page.getByLabel('A space').check()
  await page.getByRole('button', { name: /^Create link/ }).click()
  await expect(page.getByText('Choose a space')).toBeVisible()
  await page.getByRole('option', { name: 'Handbook' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Create link/ }).click()
  const link = await page.getByRole('dialog', { name: 'Link to Handbook' }).getByRole('textbox').inputValue()

  const ben = await openSignedOut(browser, outsider.links?.[0]?.url ?? '')
  await ben.getByLabel('Password', { exact: true }).fill('a long and secret sentence')
  await ben.keyboard.press('Enter')
  await expect(ben.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await ben.goto(link)
  await expect(ben.getByRole('heading', { name: 'Join “Handbook” at Halden Energy' })).toBeVisible()
  await expect(ben.getByText(email)).toBeVisible()
  await expectAccessible(ben)
  await ben.getByRole('button', { name: 'Join Halden Energy' }).click()
  await expect(ben).toHaveURL(new RegExp(`/o/${seed.organizationId}$`))
  await ben.goto(`/o/${seed.organizationId}/library`)
  await expect(ben.getByRole('link', { name: 'Handbook' })).toBeVisible()
  await expect(ben.getByRole('navigation', { name: 'Main' })).not.toContainText('People')
})

test('invite links that are turned off say so and link to the settings', async ({
  page,
  browser,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  const { urls } = await callApi(api.organizationInvites.create, { params, body: { role: 'read' } })
  await callApi(api.organizations.update, { params, body: { inviteLinks: false } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/invites`)
  await expect(page.getByText('Invite links are turned off in Halden Energy. No one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New link' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', /settings/)
  await expectAccessible(page)
  const guest = await openSignedOut(browser, urls.app)
  await expect(guest.getByRole('heading', { name: 'This invite link doesn’t work' })).toBeVisible()
})

test('people request a password reset link, and an expired verification link says so', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.org')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If nobody@example.org has an account here')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/verify/nothing-of-the-sort-at-all')
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectAccessible(page)
})

test('invite links and sign-in pages fit a narrow screen', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const params = { organizationId: seed.organizationId }
  const { urls } = await callApi(api.organizationInvites.create, { params, body: { role: 'read' } })
  await page.setViewportSize({ width: 360, height: 740 })
  const check = async (path: string, text: string) => {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await check(urls.app, 'Join Halden Energy')
  await check('/forgot-password', 'Forgot your password?')
  await signInAs('admin')
  await check(`/o/${seed.organizationId}/invites`, 'Halden Energy')
  await check(`/o/${seed.organizationId}/invites?dialog=new`, 'Gives access to')
})
