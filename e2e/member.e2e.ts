import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Members' })
const row = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page): Locator => list(page).locator('a.title')

test('the page of a member explains access and changes teams, grants and sessions', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const [userId = ''] = await seed.members('read', 'malin')
  const spaceId = await seed.space('Handbook')
  const params = { organizationId: seed.organizationId }
  await callApi(api.spacePermissions.grant, { params: { spaceId }, body: { users: [userId], role: 'edit' } })
  await callApi(api.teams.create, { params, body: { title: 'Editors' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(row(page, 'malin').getByTitle('Can access 1 space, 1 space shared directly')).toBeVisible()
  await row(page, 'malin').focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'malin' })).toBeVisible()
  await page.getByRole('button', { name: 'Why Edit in Handbook' }).click()
  const sources = page.getByRole('list', { name: 'Source of the role' })
  await expect(sources.getByRole('listitem').first()).toContainText('Direct access to the space “Handbook”')
  await expectAccessible(page)
  await page.reload()
  await expect(sources).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.getByRole('link', { name: /^Teams/ }).click()
  await expect(page.getByText('malin isn’t in any team')).toBeVisible()
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByRole('combobox').first().fill('edi')
  await expect(page.getByRole('option', { name: /^Editors/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('Role in the team').selectOption('Owner')
  await page.getByRole('button', { name: /^Add to team/ }).click()
  await expect(page.getByRole('button', { name: 'Role in Editors: Owner' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Direct access' }).click()
  const grants = page.getByRole('grid', { name: 'Direct access' })
  await grants.getByRole('row').filter({ hasText: 'Handbook' }).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('malin has no direct access')).toBeVisible()
  await expect(page.getByText('Removed the role of malin on “Handbook”')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Role on Handbook: Edit' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Role on Handbook: Edit' })).toBeVisible()

  await page.getByRole('link', { name: 'Sessions' }).click()
  await expect(page.getByText('malin isn’t signed in anywhere')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign malin out everywhere?' })
  await expect(question).toContainText('Their API tokens keep working.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Signed malin out everywhere')).toBeVisible()

  const me = await callApi(api.users.current, {})
  await callApi(api.organizations.create, { body: { title: 'Elsewhere' } })
  await page.goto(`/o/${seed.organizationId}/members/${me.id}/sessions`)
  await expect(page.getByText('They are in other organizations, too')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expectAccessible(page)
})

test('off-boarding hands everything over to another member and lists the result', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const [leaver = '', successor = ''] = await seed.members('read', 'malin', 'ruth')
  const spaceId = await seed.space('Handbook')
  const params = { organizationId: seed.organizationId }
  await callApi(api.spacePermissions.grant, {
    params: { spaceId },
    body: { users: [leaver], role: 'create' },
  })
  const { id: teamId } = await callApi(api.teams.create, {
    params,
    body: { title: 'Editors', members: [leaver] },
  })
  await callApi(api.teamMembers.put, {
    params: { ...params, teamId, userId: leaver },
    body: { role: 'owner' },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members/${leaver}`)
  await page.getByRole('button', { name: 'Off-board' }).click()

  await expect(page.getByRole('heading', { name: 'Off-board malin' })).toBeVisible()
  const access = page.getByRole('region', { name: 'What malin can access' })
  await expect(access).toContainText('Handbook')
  await expect(access).toContainText('Only owner')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Off-board malin/ }).click()
  await expect(page.getByText('Choose a successor')).toBeVisible()
  await page.getByRole('combobox').fill('rut')
  await expect(page.getByRole('option', { name: /^ruth/ })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'Remove' }).check()
  await page.getByRole('button', { name: /^Off-board malin/ }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Off-board malin?' })
  await expect(confirmation).toContainText(
    'ruth gets all their roles and teams. malin leaves Halden Energy right away',
  )
  await confirmation.getByRole('button', { name: 'Off-board malin' }).click()

  await expect(page.getByRole('heading', { name: 'malin was removed' })).toBeFocused()
  const results = page.getByRole('list', { name: 'Result' })
  await expect(results).toContainText('1 role on spaces and collections was transferred to ruth')
  await expect(results).toContainText('1 team membership was transferred to ruth')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to members' }).click()
  await expect(names(page)).toHaveCount(2)

  const teams = await callApi(api.members.listTeams, { params: { ...params, userId: successor } })
  expect(teams.items.map(({ team, member }) => [team.title, member.role])).toEqual([['Editors', 'owner']])
})

test('the last admin cannot be off-boarded and sees what to do first', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  const me = await callApi(api.users.current, {})
  await page.goto(`/o/${seed.organizationId}/members/${me.id}`)
  await expect(
    page.getByText('There is no other admin. Make someone else an admin first.').filter({ visible: true }),
  ).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/members/${me.id}/offboard`)
  await expect(page.getByText(/is the only admin of Halden Energy/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Off-board/ })).toHaveCount(0)
  await expectAccessible(page)
})
