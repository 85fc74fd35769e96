import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { emailOf, expect, expectNoOverflow, test } from './fixtures.ts'

const directGrants = (page: Page) => page.getByRole('grid', { name: 'Direct access' }).locator('[data-row]')
const peopleWithAccess = (page: Page) =>
  page.getByRole('grid', { name: 'Everyone with access' }).locator('[data-row]')
const dialog = (page: Page) => page.getByRole('dialog')

test('changing the default access previews who loses access and can be undone with a key', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  const params = { organizationId: seed.organizationId }
  await callApi(api.organizationInvites.send, {
    params,
    body: { emails: [emailOf(seed, 'ben')], role: 'read' },
  })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Access' }).click()
  await expect(peopleWithAccess(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Default access: Everyone by their role in Halden Energy' }).click()
  await page.getByRole('menuitemradio', { name: /Named people only/ }).click()
  await expect(dialog(page)).toContainText('1 person loses')
  await expect(dialog(page)).toContainText('ben')
  await expect(dialog(page)).toContainText('Read → no access')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await callApi(api.spaces.get, { params: { spaceId } })).defaultLevelFrom?.type).toBe('organization')

  await page.getByRole('button', { name: /^Default access/ }).click()
  await page.getByRole('menuitemradio', { name: /Named people only/ }).click()
  await dialog(page).getByRole('button', { name: 'Set default access' }).click()
  await expect(page.getByRole('button', { name: 'Default access: Named people only' })).toBeVisible()
  await expect(peopleWithAccess(page)).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(peopleWithAccess(page)).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Default access: Everyone by their role/ })).toBeVisible()
})

test('a person gets a direct role, which is changed in place, explained and removed', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  const params = { organizationId: seed.organizationId }
  const { users } = await callApi(api.organizationInvites.send, {
    params,
    body: { emails: [emailOf(seed, 'ben.oak'), emailOf(seed, 'cleo')], role: 'read' },
  })
  const ben = users[0] ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings/access`)
  await expect(
    page.getByText(
      'No direct access yet. People have access through a team, the default access or the organization.',
    ),
  ).toBeVisible()
  await page.keyboard.press('c')
  const addDialog = page.getByRole('dialog', { name: 'Add people or teams to “Guide”' })
  await addDialog.getByRole('button', { name: 'Preview impact' }).click()
  await expect(addDialog.getByText('Choose at least one person')).toBeVisible()
  await addDialog.getByRole('combobox', { name: 'People' }).fill('ben')
  await addDialog.getByRole('option', { name: /ben\.oak/ }).click()
  await addDialog.getByLabel('Role').selectOption('review')
  await addDialog.getByRole('button', { name: 'Preview impact' }).click()
  await expect(dialog(page)).toContainText('1 person gains')
  await expect(dialog(page)).toContainText('Read → Review')
  await dialog(page).getByRole('button', { name: 'Assign Review' }).click()
  await expect(directGrants(page)).toHaveCount(1)
  await expect(page.getByText(/^Assigned the Review role on “Guide” to/)).toBeVisible()

  await page.getByRole('button', { name: /^Role of ben/ }).click()
  await page.getByRole('menuitemradio', { name: /^Comment/ }).click()
  await expect(dialog(page)).toContainText('Review → Comment')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Role of ben.*: Comment$/ })).toBeVisible()

  await page.getByRole('button', { name: /^Why ben/ }).click()
  await expect(dialog(page)).toContainText('Direct access to the space “Guide”')
  await expect(dialog(page)).toContainText('Their role in Halden Energy')
  await page.reload()
  await expect(dialog(page)).toContainText('Direct access to the space “Guide”')
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  await directGrants(page).first().focus()
  await page.keyboard.press('Delete')
  await expect(dialog(page)).toContainText('Comment → Read')
  await dialog(page).getByRole('button', { name: 'Remove access' }).click()
  await expect(
    page.getByText(
      'No direct access yet. People have access through a team, the default access or the organization.',
    ),
  ).toBeVisible()
  const explained = await callApi(api.spacePermissions.explain, { params: { spaceId, userId: ben } })
  expect(explained.role).toBe('read')
})

test('a team gets a role on a collection, and its spaces name the team as the source', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  const { users } = await callApi(api.organizationInvites.send, {
    params,
    body: { emails: [emailOf(seed, 'ben.oak')], role: 'read' },
  })
  await callApi(api.teams.create, { params, body: { title: 'Editors', members: users } })
  const collectionId = await seed.collection('Manuals')
  const { id: spaceId } = await callApi(api.spaces.create, {
    params,
    body: { title: 'Guide', parent: collectionId },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/collections/${collectionId}`)
  await page.getByRole('navigation', { name: 'Collection' }).getByRole('link', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Add people or teams' }).click()
  await page.getByRole('radio', { name: 'Teams' }).check()
  await page.getByRole('option', { name: /Editors/ }).click()
  await page.getByRole('button', { name: 'Preview impact' }).click()
  await expect(dialog(page)).toContainText('Assign the Edit role on “Manuals” to the team “Editors”?')
  await expect(dialog(page)).toContainText('1 space or collection below')
  await dialog(page).getByRole('button', { name: 'Assign Edit' }).click()
  await expect(directGrants(page)).toContainText('Team, 1 member')

  await page.goto(`/s/${spaceId}/settings/access?why=${users[0]}`)
  await expect(dialog(page)).toContainText('Access of the team “Editors” to the collection “Manuals”')
  await expect(dialog(page)).toContainText('Effective')
})

test('people with access are filtered by name and role', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  const params = { organizationId: seed.organizationId }
  await callApi(api.organizationInvites.send, {
    params,
    body: {
      emails: [
        { email: emailOf(seed, 'ben'), role: 'edit' },
        { email: emailOf(seed, 'cleo'), role: 'read' },
      ],
    },
  })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings/access`)
  await expect(peopleWithAccess(page)).toHaveCount(3)
  await page.keyboard.press('/')
  await page.keyboard.type('cleo')
  await expect(peopleWithAccess(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=cleo/)
  await page.getByRole('button', { name: /^Filter by role/ }).click()
  await page.getByRole('menuitemradio', { name: /^Edit/ }).click()
  await expect(page.getByText('No one with the Edit role matches “cleo”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(peopleWithAccess(page)).toHaveCount(3)
})

test('people who cannot manage a space see who has access and which role could change it', async ({
  page,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide')
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/settings/access`)
  await expect(peopleWithAccess(page)).toHaveCount(2)
  await expect(page.getByText('you need the Create or Admin role in it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add people or teams' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Why/ })).toHaveCount(0)
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the access page and its dialogs are accessible', async ({
    page,
    seed,
    signInAs,
    expectAccessibleInBothThemes,
    callApi,
  }) => {
    const spaceId = await seed.space('Guide')
    const params = { organizationId: seed.organizationId }
    const { users } = await callApi(api.organizationInvites.send, {
      params,
      body: { emails: [emailOf(seed, 'ben')], role: 'read' },
    })
    await callApi(api.spacePermissions.grant, { params: { spaceId }, body: { users, role: 'edit' } })
    await signInAs('admin')
    await page.goto(`/s/${spaceId}/settings/access`)
    await expect(directGrants(page)).toHaveCount(1)
    await expect(peopleWithAccess(page)).toHaveCount(2)
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.getByRole('button', { name: /^Default access/ }).click()
    await page.getByRole('menuitemradio', { name: /Named people only/ }).click()
    await expect(dialog(page).getByRole('button', { name: 'Set default access' })).toBeVisible()
    await expect(dialog(page)).toContainText('the same role')
    await expectAccessibleInBothThemes(page)
    await page.goto(`/s/${spaceId}/settings/access?dialog=add`)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
