import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { addFilter, emailOf, expect, expectNoOverflow, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('grid', { name: 'Audit log' }).locator('[data-row]')
const detail = (page: Page) => page.getByRole('complementary', { name: 'Event' })

test('the log lists events newest first, and the URL stores its filters', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  await callApi(api.spaces.update, { params: { spaceId }, body: { title: 'Handbook' } })
  await seed.collection('Manuals')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(rows(page).first()).toContainText('Collection created Manuals')
  await expect(rows(page)).toHaveCount(4)

  await addFilter(page, 'Type', 'Space')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/type=space/)
  await addFilter(page, 'Action', 'Space changed')
  await expect(rows(page)).toHaveCount(1)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText('Space changed Handbook')
  await page.getByRole('button', { name: 'Remove the filter action' }).click()
  await expect(rows(page)).toHaveCount(2)
  await addFilter(page, 'Date', 'Today')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Date: is on or after' }).click()
  await page.getByRole('menuitemradio', { name: 'is on or before' }).click()
  await expect(page).toHaveURL(/[?&]to=/)
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: new Date().getFullYear().toString() }).click()
  await page.getByLabel('Date on another date').fill('2001-01-01')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No matching events')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(rows(page)).toHaveCount(4)
})

test('the log is filtered by actor', async ({ page, seed, signInAs }) => {
  await seed.space('Guide')
  await signInAs('edit')
  await page.context().clearCookies()
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/audit`)
  await page.getByTitle('Add a filter').click()
  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await page.getByRole('combobox').fill('Rita')
  await page.getByRole('option', { name: /Rita edit/ }).click()
  await expect(page).toHaveURL(/who=/)
  await expect(rows(page).filter({ hasText: 'Guide' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Rita edit', exact: true })).toBeVisible()
})

test('an event is opened by key, shows values before and after, and is undone', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  await callApi(api.spaces.update, { params: { spaceId }, body: { title: 'Handbook', defaultLevel: 'read' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/audit`)
  await expect(rows(page).first()).toContainText('Space changed')
  await rows(page).first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(detail(page)).toContainText('Default access')
  await expect(detail(page)).toContainText('inherited')
  await expect(detail(page).getByRole('link', { name: 'Handbook' })).toBeVisible()
  await expect(page).toHaveURL(/event=/)
  await page.reload()
  await detail(page).getByRole('button', { name: 'Undo this' }).click()
  await expect(page.getByText('Undid “Space changed” on “Handbook”')).toBeVisible()
  expect(await callApi(api.spaces.get, { params: { spaceId } })).toMatchObject({ title: 'Guide' })
  await expect(detail(page)).toContainText('has changed since')
  await expect(rows(page).first()).toContainText('Space changed Guide')

  await page.keyboard.press('Escape')
  await expect(detail(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/event=/)
})

test('moves and deletions are undone from the log', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  const parent = await seed.collection('Manuals')
  await callApi(api.spaces.move, { params: { spaceId }, body: { parent } })
  await callApi(api.spaces.delete, { params: { spaceId } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/audit?type=space`)
  await rows(page).filter({ hasText: 'Space deleted' }).click()
  await detail(page).getByRole('button', { name: 'Undo this' }).click()
  await expect(page.getByText('Undid “Space deleted” on “Guide”')).toBeVisible()
  await rows(page).filter({ hasText: 'Space moved' }).click()
  await expect(detail(page)).toContainText('Manuals')
  await detail(page).getByRole('button', { name: 'Undo this' }).click()
  await expect(page.getByText('Undid “Space moved” on “Guide”')).toBeVisible()
  expect((await callApi(api.spaces.get, { params: { spaceId } })).parent).toBeUndefined()
})

test('a grant is undone unless the role was changed since', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  const { users } = await callApi(api.organizationInvites.send, {
    params: { organizationId: seed.organizationId },
    body: { emails: [emailOf(seed, 'ben')], role: 'read' },
  })
  const user = users[0] ?? ''
  const grant = { params: { spaceId }, body: { users: [user], role: 'edit' as const } }
  await callApi(api.spacePermissions.grant, grant)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/audit?action=access.grant`)
  await rows(page).first().click()
  await expect(detail(page).getByRole('button', { name: 'Undo this' })).toBeVisible()
  await callApi(api.spacePermissions.updateUser, {
    params: { spaceId, userId: user },
    body: { role: 'comment' },
  })
  await page.reload()
  await expect(detail(page)).toContainText('The role has changed since')
  await callApi(api.spacePermissions.updateUser, {
    params: { spaceId, userId: user },
    body: { role: 'edit' },
  })
  await page.reload()
  await detail(page).getByRole('button', { name: 'Undo this' }).click()
  await expect(page.getByText('Undid “Role granted” on “Guide”')).toBeVisible()
  expect((await callApi(api.spacePermissions.listUsers, { params: { spaceId } })).count).toBe(0)
})

test('members who are not admins see which role can read the log', async ({ page, seed, signInAs }) => {
  await signInAs('create')
  await page.goto(`/o/${seed.organizationId}/settings/audit`)
  await expect(page.getByText('You need the Admin role in Halden Energy to read it')).toBeVisible()
})

for (const width of [1440, 360]) {
  test.describe(`on a screen ${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 740 } })

    test('the log and an event are accessible', async ({
      page,
      seed,
      signInAs,
      expectAccessibleInBothThemes,
      callApi,
    }) => {
      const spaceId = await seed.space('Guide')
      await callApi(api.spaces.update, { params: { spaceId }, body: { title: 'Handbook' } })
      await signInAs('admin')
      await page.goto(`/o/${seed.organizationId}/settings/audit`)
      await expect(rows(page).first()).toContainText('Space changed')
      await expectAccessibleInBothThemes(page)
      await rows(page).first().click()
      await expect(detail(page).getByRole('button', { name: 'Undo this' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await expectNoOverflow(page)
      await detail(page).getByRole('button', { name: 'Close' }).click()
      await page.getByTitle('Add a filter').click()
      await page.getByRole('button', { name: 'Date', exact: true }).click()
      await expect(page.getByLabel('Date on another date')).toBeVisible()
      await expectAccessibleInBothThemes(page)
    })
  })
}
