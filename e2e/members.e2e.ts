import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { expect, type Seed, test } from './fixtures.ts'
import { admin } from './server.ts'

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Members' })
const row = (page: Page, name: string): Locator =>
  list(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page): Locator => list(page).locator('a.title')
const written = (page: Page, method: string) =>
  page.waitForResponse((answer) => /\/members\//.test(answer.url()) && answer.request().method() === method)

type Call = Parameters<Parameters<typeof test>[2]>[0]['api']

/** Members that were invited and have not come yet; each is called as their address begins. */
async function invited(as: Call, { organizationId }: Seed, role: Role | null, ...people: string[]) {
  const params = { organizationId }
  const emails = people.map((name) => `${name}@${organizationId.toLowerCase()}.example`)
  const { users } = await as(api.organizationInvites.send, { params, body: { emails, role } })
  return users
}

test('members are invited in one go, and each address says what became of it', async ({
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
  const people = dialog.getByLabel('E-mail addresses')
  const domain = `${seed.organizationId.toLowerCase()}.example`
  await people.fill(`malin@${domain}, dele@${domain};kurt@halden ${admin.email}`)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('“kurt@halden” has no domain ending')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Role').selectOption('Edit')
  await dialog.getByRole('button', { name: /^Invite 3 people/ }).click()

  const done = page.getByRole('dialog', { name: 'Invited 2 people' })
  const results = done.getByRole('list', { name: 'What became of each address' })
  await expect(results.getByRole('listitem').filter({ hasText: admin.email })).toContainText(
    'Is a member already',
  )
  await expect(results.getByRole('listitem').filter({ hasText: 'kurt@halden' })).toContainText('Not invited')
  const link = await done.getByRole('textbox', { name: `link for malin@${domain}` }).inputValue()
  expect(link).toMatch(/\/link\//)
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Done' }).click()

  await expect(row(page, 'malin')).toContainText('Invited')
  await expect(row(page, 'malin')).toContainText('Edit')
  await page.reload()
  await expect(names(page)).toHaveCount(3)
  await row(page, 'malin').getByRole('button', { name: 'Send again to malin' }).click()
  const again = page.getByRole('dialog', { name: /^Link for malin/ })
  expect(await again.getByRole('textbox').inputValue()).not.toBe(link)
  await expectAccessible(page)
})

test('the list is searched, filtered and sorted in the address, by keys alone', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  await invited(as, seed, 'edit', 'malin', 'dele')
  await invited(as, seed, null, 'lotte')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(4)

  await page.keyboard.press('/')
  await page.keyboard.type('mal')
  await expect(names(page)).toHaveText(['malin'])
  await expect(page).toHaveURL(/search=mal/)
  await page.keyboard.press('Escape')
  await expect(names(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitemradio', { name: 'Guest' }).click()
  await expect(names(page)).toHaveText(['lotte'])
  await page.reload()
  await expect(names(page)).toHaveText(['lotte'])
  await page.getByRole('button', { name: 'Remove the filter' }).click()

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=name/)
  await expect
    .poll(async () => (await names(page).allTextContents()).slice(1))
    .toEqual(['dele', 'lotte', 'malin'])
  await page.goto(`/o/${seed.organizationId}/members?search=nobodyatall`)
  await expect(page.getByText('Nobody is called “nobodyatall”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await expect(names(page)).toHaveCount(4)
})

test('a role is changed in its row, taken back, and stays; the last admin is offered none', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  await invited(as, seed, 'edit', 'malin')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)

  await row(page, 'malin').focus()
  await page.keyboard.press('r')
  await expect(page.getByRole('menuitemradio', { name: /^Edit/ })).toBeChecked()
  const first = written(page, 'PATCH')
  await page.getByRole('menuitemradio', { name: /^Create/ }).focus()
  await page.keyboard.press('Enter')
  expect((await first).status()).toBe(200)
  await expect(page.getByText('malin is now Create')).toBeVisible()
  const back = written(page, 'PATCH')
  await page.keyboard.press('z')
  expect((await back).status()).toBe(200)
  await expect(row(page, 'malin').getByRole('button', { name: /^Role of malin: Edit/ })).toBeVisible()

  await row(page, 'malin')
    .getByRole('button', { name: /^Role of/ })
    .click()
  const last = written(page, 'PATCH')
  await page.getByRole('menuitemradio', { name: /^Review/ }).click()
  await last
  await page.reload()
  await expect(row(page, 'malin').getByRole('button', { name: /: Review/ })).toBeVisible()

  await list(page)
    .getByRole('button', { name: /: Admin/ })
    .click()
  await expect(page.getByText('The last admin stays admin')).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: /^Read/ })).toHaveAttribute('aria-disabled', 'true')
})

test('many are given a role, suspended and removed at once, and a refusal puts everything back', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  await invited(as, seed, 'edit', 'dele', 'lotte', 'malin')
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
  await expect(page.getByText('2 people are now Comment')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Suspended 2 people')).toBeVisible()
  await expect(row(page, 'dele')).toContainText('Suspended')
  await page.goto(`/o/${seed.organizationId}/members?show=suspended&sort=name`)
  await expect(names(page)).toHaveText(['dele', 'lotte'])

  await row(page, 'dele').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Remove…' }).click()
  const question = page.getByRole('alertdialog', { name: /^Remove 2 people/ })
  await expect(question).toContainText('dele and lotte lose every role')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove 2 people' }).click()
  await expect(page.getByText('Removed 2 people')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nobody with “Suspended” is here')).toBeVisible()

  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(2)
  for (const name of await names(page).allTextContents())
    await list(page).getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('menuitemradio', { name: /^Read/ }).click()
  await page.getByRole('button', { name: 'Become Read' }).click()
  await expect(page.getByText(/stays as they were/)).toBeVisible()
  await expect(list(page).getByRole('button', { name: /: Admin/ })).toBeVisible()
  await expect(row(page, 'malin').getByRole('button', { name: /: Read/ })).toBeVisible()
})

test('who is no admin reads the list and changes nothing; guests see why they see nobody', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(names(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Role of/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Invite links/ })).toBeHidden()
  await expectAccessible(page)
  await page.goto(`/o/${seed.organizationId}/invites`)
  await expect(page.getByText('Invite links are kept by admins')).toBeVisible()

  await signInAs('guest')
  await page.goto(`/o/${seed.organizationId}/members`)
  await expect(page.getByRole('heading', { name: /are not shown to guests/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('People')
})

test('the page of a member shows why, teams, grants and sessions, and changes them', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const [userId = ''] = await invited(as, seed, 'read', 'malin')
  const spaceId = await seed.space('Handbook')
  const params = { organizationId: seed.organizationId }
  await as(api.spacePermissions.grant, { params: { spaceId }, body: { users: [userId], role: 'edit' } })
  await as(api.teams.create, { params, body: { title: 'Editors' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)
  await row(page, 'malin').focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'malin' })).toBeVisible()
  await page.getByRole('button', { name: 'Why Edit in Handbook' }).click()
  const ways = page.getByRole('list', { name: 'Where the role comes from' })
  await expect(ways.getByRole('listitem').first()).toContainText('Given to them on the space “Handbook”')
  await expectAccessible(page)
  await page.reload()
  await expect(ways).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  await page.getByRole('link', { name: /^Teams/ }).click()
  await expect(page.getByText('malin is in no team')).toBeVisible()
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByRole('combobox').first().fill('edi')
  await expect(page.getByRole('option', { name: /^Editors/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel('Role in the team').selectOption('Owner')
  await page.getByRole('button', { name: /^Add to team/ }).click()
  await expect(page.getByRole('button', { name: 'Role in Editors: Owner' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Grants' }).click()
  const grants = page.getByRole('grid', { name: 'Grants' })
  await grants.getByRole('row').filter({ hasText: 'Handbook' }).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Nothing was given to malin by name')).toBeVisible()
  await expect(page.getByText('Took the role on “Handbook” from malin')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('button', { name: 'Role on Handbook: Edit' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Role on Handbook: Edit' })).toBeVisible()

  await page.getByRole('link', { name: 'Sessions' }).click()
  await expect(page.getByText('malin is signed in nowhere')).toBeVisible()
  await expectAccessible(page)

  const me = await as(api.users.current, {})
  await as(api.organizations.create, { body: { title: 'Elsewhere' } })
  await page.goto(`/o/${seed.organizationId}/members/${me.id}/sessions`)
  await expect(page.getByText('They are in other organizations too')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
  await expectAccessible(page)
})

test('somebody is off-boarded in one act: an heir takes over, and what happened is said', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const [leaver = '', heir = ''] = await invited(as, seed, 'read', 'malin', 'ruth')
  const spaceId = await seed.space('Handbook')
  const params = { organizationId: seed.organizationId }
  await as(api.spacePermissions.grant, { params: { spaceId }, body: { users: [leaver], role: 'create' } })
  const { id: teamId } = await as(api.teams.create, { params, body: { title: 'Editors', members: [leaver] } })
  await as(api.teamMembers.put, { params: { ...params, teamId, userId: leaver }, body: { role: 'owner' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members/${leaver}`)
  await page.getByRole('button', { name: 'Off-board' }).click()

  await expect(page.getByRole('heading', { name: 'Off-board malin' })).toBeVisible()
  const held = page.getByRole('region', { name: 'What malin holds' })
  await expect(held).toContainText('Handbook')
  await expect(held).toContainText('Only owner')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Off-board malin/ }).click()
  await expect(page.getByText('Choose who takes over')).toBeVisible()
  await page.getByRole('combobox').fill('rut')
  await expect(page.getByRole('option', { name: /^ruth/ })).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.getByLabel('Remove').check()
  await page.getByRole('button', { name: /^Off-board malin/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Off-board malin?' })
  await expect(question).toContainText('ruth takes over. malin leaves Halden Energy at once')
  await question.getByRole('button', { name: 'Off-board malin' }).click()

  await expect(page.getByRole('heading', { name: 'malin was removed' })).toBeFocused()
  const happened = page.getByRole('list', { name: 'What happened' })
  await expect(happened).toContainText('1 role on spaces and collections was handed over to ruth')
  await expect(happened).toContainText('1 place in teams was handed over to ruth')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the members' }).click()
  await expect(names(page)).toHaveCount(2)

  const teams = await as(api.members.listTeams, { params: { ...params, userId: heir } })
  expect(teams.items.map(({ team, member }) => [team.title, member.role])).toEqual([['Editors', 'owner']])
})

test('the last admin cannot be off-boarded, and is told what to do first', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  const me = await as(api.users.current, {})
  await page.goto(`/o/${seed.organizationId}/members/${me.id}`)
  await expect(
    page.getByText('Nobody else is admin. Make somebody else admin first.').filter({ visible: true }),
  ).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/members/${me.id}/offboard`)
  await expect(page.getByText(/Nobody but .+ is admin of Halden Energy/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Off-board/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('on a narrow screen people are rows of two lines and nothing scrolls sideways', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const [userId = ''] = await invited(as, seed, 'edit', 'malin')
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  const base = `/o/${seed.organizationId}/members`
  const parts = ['', '/teams', '/grants', '/sessions', '/offboard'].map((part) => `${base}/${userId}${part}`)
  for (const path of [base, `${base}?dialog=invite`, ...parts]) {
    await page.goto(path)
    await expect(page.getByText('malin').filter({ visible: true }).first()).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
})
