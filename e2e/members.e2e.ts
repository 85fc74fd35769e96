import type { Locator, Page } from '@playwright/test'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { admin } from './service.ts'

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Members' })
const row = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page): Locator => list(page).locator('a.title')
const memberResponse = (page: Page, method: string) =>
  page.waitForResponse(
    (response) => /\/members\//.test(response.url()) && response.request().method() === method,
  )

test('several people are invited at once, and each address shows its result', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('link', { name: 'People' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(names(page)).toHaveCount(1)
  await expectAccessible(page)

  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: /^Invite people/ })
  const people = dialog.getByLabel('Email addresses')
  const domain = `${seed.organizationId.toLowerCase()}.example`
  await people.fill(`malin@${domain}, dele@${domain};kurt@halden ${admin.email}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('“kurt@halden” has no domain ending')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('Edit')
  await dialog.getByRole('button', { name: /^Invite 3 people/ }).click()

  const resultsDialog = page.getByRole('dialog', { name: 'Invited 2 people' })
  const results = resultsDialog.getByRole('list', { name: 'Result for each address' })
  await expect(results.getByRole('listitem').filter({ hasText: admin.email })).toContainText(
    'Already a member',
  )
  await expect(results.getByRole('listitem').filter({ hasText: 'kurt@halden' })).toContainText('Not invited')
  const link = await resultsDialog.getByRole('textbox', { name: `link for malin@${domain}` }).inputValue()
  expect(link).toMatch(/\/link\//)
  await expectAccessible(page)
  await resultsDialog.getByRole('button', { name: 'Done' }).click()

  await expect(row(page, 'malin')).toContainText('Invited')
  await expect(row(page, 'malin')).toContainText('Edit')
  await page.reload()
  await expect(names(page)).toHaveCount(3)
  await row(page, 'malin').getByRole('button', { name: 'Resend to malin' }).click()
  const linkDialog = page.getByRole('dialog', { name: /^Link for malin/ })
  expect(await linkDialog.getByRole('textbox').inputValue()).not.toBe(link)
  await expectAccessible(page)
})

test('the list is searched, filtered and sorted by keyboard, and the URL stores it', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.members('edit', 'malin', 'dele')
  await seed.members(null, 'lotte')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(4)

  await page.keyboard.press('/')
  await page.keyboard.type('mal')
  await expect(names(page)).toHaveText(['malin'])
  await expect(page).toHaveURL(/search=mal/)
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveCount(4)

  // A second Escape leaves the field.
  await page.keyboard.press('Escape')
  await expect(page.getByTitle('Add a filter')).toBeVisible()
  await page.keyboard.press('f')
  const filter = page.getByRole('dialog', { name: 'Filter by' })
  await expect(filter.getByRole('button', { name: 'Role', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await filter.getByRole('button', { name: 'Guest', exact: true }).click()
  await expect(names(page)).toHaveText(['lotte'])
  await page.reload()
  await expect(names(page)).toHaveText(['lotte'])
  await expect(page.getByRole('button', { name: 'Guest', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter role' }).click()
  await expect(names(page)).toHaveCount(4)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await expect
    .poll(async () => (await names(page).allTextContents()).slice(1))
    .toEqual(['dele', 'lotte', 'malin'])
  await page.goto(`/o/${seed.organizationId}/members?search=nobodyatall`)
  await expect(page.getByText('No members match “nobodyatall”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(names(page)).toHaveCount(4)
})

test('a role is changed in its row and undone, and the last admin cannot change theirs', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.members('edit', 'malin')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)

  await row(page, 'malin').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('menuitemradio', { name: /^Edit/ })).toBeChecked()
  const first = memberResponse(page, 'PATCH')
  await page.getByRole('menuitemradio', { name: /^Create/ }).focus()
  await page.keyboard.press('Enter')
  expect((await first).status()).toBe(200)
  await expect(page.getByText('Changed the role of malin to Create')).toBeVisible()
  const undone = memberResponse(page, 'PATCH')
  await page.keyboard.press('z')
  expect((await undone).status()).toBe(200)
  await expect(row(page, 'malin').getByRole('button', { name: /^Role of malin: Edit/ })).toBeVisible()

  await row(page, 'malin')
    .getByRole('button', { name: /^Role of/ })
    .click()
  const last = memberResponse(page, 'PATCH')
  await page.getByRole('menuitemradio', { name: /^Review/ }).click()
  await last
  await page.reload()
  await expect(row(page, 'malin').getByRole('button', { name: /: Review/ })).toBeVisible()

  await list(page)
    .getByRole('button', { name: /: Admin/ })
    .click()
  await expect(page.getByText('An organization needs an admin')).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: /^Read/ })).toHaveAttribute('aria-disabled', 'true')
})

test('several members are changed, suspended and removed together, and a refusal reverts all changes', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.members('edit', 'dele', 'lotte', 'malin')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members?sort=name`)
  await expect(names(page)).toHaveCount(4)

  await row(page, 'dele').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('menuitemradio', { name: /^Comment/ }).click()
  await expect(page.getByText('Changed the role of 2 people to Comment')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended 2 people')).toBeVisible()
  await expect(row(page, 'dele')).toContainText('Suspended')
  await page.goto(`/o/${seed.organizationId}/members?state=suspended&sort=name`)
  await expect(names(page)).toHaveText(['dele', 'lotte'])

  await row(page, 'dele').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Remove…' }).click()
  const confirmation = page.getByRole('alertdialog', { name: /^Remove 2 people/ })
  await expect(confirmation).toContainText('dele and lotte lose all roles')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Remove 2 people' }).click()
  await expect(page.getByText('Removed 2 people')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No members match the filters')).toBeVisible()

  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(2)
  for (const name of await names(page).allTextContents())
    await list(page).getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('menuitemradio', { name: /^Read/ }).click()
  await page.getByRole('button', { name: 'Change my role to Read' }).click()
  await expect(page.getByText(/Couldn’t change /)).toBeVisible()
  await expect(list(page).getByRole('button', { name: /: Admin/ })).toBeVisible()
  await expect(row(page, 'malin').getByRole('button', { name: /: Read/ })).toBeVisible()
})

test('members read the list without changing it, and guests see why it is hidden', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const [malin] = await seed.members('edit', 'malin')
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Role of/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Invite links/ })).toBeHidden()
  await expectAccessible(page)
  await page.goto(`/o/${seed.organizationId}/invites`)
  await expect(page.getByText('Only admins can manage invite links')).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/members/${malin}/offboard`)
  await expect(page.getByText('You need the Admin role here.')).toBeVisible()

  await signInAs('guest')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(page.getByRole('heading', { name: /Guests can’t see the members/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('People')
})

test('on a narrow screen nothing scrolls sideways', async ({ page, seed, signInAs, expectAccessible }) => {
  const [userId = ''] = await seed.members('edit', 'malin')
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  const base = `/o/${seed.organizationId}/members`
  const parts = ['', '/teams', '/grants', '/sessions', '/offboard'].map((part) => `${base}/${userId}${part}`)
  for (const path of [base, `${base}?dialog=invite`, ...parts]) {
    await page.goto(path)
    await expect(page.getByText('malin').filter({ visible: true }).first()).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})
