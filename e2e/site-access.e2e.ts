import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

const directAccess = (page: Page) => page.getByRole('grid', { name: 'Direct access' }).locator('[data-row]')
const peopleWithAccess = (page: Page) =>
  page.getByRole('grid', { name: 'Everyone with access' }).locator('[data-row]')
const question = (page: Page) => page.getByRole('dialog')
const sites = (page: Page) => page.getByRole('grid', { name: 'Sites' }).locator('[data-row]')

const accessOf = ({ organizationId }: Seed, siteId: string) => `/o/${organizationId}/sites/${siteId}/access`

test('a guest with access to one site edits it and sees no other', async ({
  page,
  openAdminWindow,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides', 'Products'])
  const other = await seed.site('Board papers', ['Minutes'])
  await signInAs('guest')
  await page.goto(`/o/${seed.organizationId}/sites`)
  await expect(page.getByText('No sites yet')).toBeVisible()

  const admin = await openAdminWindow()
  await admin.goto(accessOf(seed, siteId))
  await expect(
    admin.getByText(
      'No direct access yet. People have access through a team, the default access or the organization.',
    ),
  ).toBeVisible()
  await admin.keyboard.press('c')
  const adding = admin.getByRole('dialog', { name: 'Add people or teams to “Halden Docs”' })
  await adding.getByRole('combobox', { name: 'People' }).fill('rita')
  await adding.getByRole('option', { name: /Rita guest/ }).click()
  await expect(adding.getByLabel('Role').getByRole('option')).toHaveText(['Create', 'Edit', 'Read'])
  await adding.getByRole('button', { name: 'Preview impact' }).click()
  await expect(question(admin)).toContainText('no access → Edit')
  await admin.keyboard.press('Control+Enter')
  await expect(directAccess(admin)).toHaveCount(1)
  await expect(peopleWithAccess(admin).filter({ hasText: 'Rita guest' })).toContainText('Direct access')

  // The guest’s window updates through the event stream.
  await expect(sites(page)).toHaveCount(1)
  await sites(page).getByRole('link', { name: 'Halden Docs' }).click()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('menuitem', { name: /group/i }).click()
  await question(page).getByLabel('Title').fill('Manuals')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('treegrid', { name: 'Structure' })).toContainText('Manuals')
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  const tabs = page.getByRole('navigation', { name: 'Site' })
  await tabs.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Title').fill('Halden Handbook')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Halden Handbook' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete site' })).toHaveCount(0)
  await tabs.getByRole('link', { name: 'Audience' }).click()
  await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeDisabled()
  await tabs.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByText('you need the Create or Admin role on it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add people or teams' })).toHaveCount(0)
  await page.goto(`/o/${seed.organizationId}/sites/${other}`)
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('board')
  await expect(page.getByRole('option', { name: /Board papers/ })).toHaveCount(0)

  // Removed by one key and restored by another.
  await directAccess(admin).first().focus()
  await admin.keyboard.press('Delete')
  await expect(question(admin)).toContainText('Edit → no access')
  await question(admin).getByRole('button', { name: 'Remove access' }).click()
  await expect(directAccess(admin)).toHaveCount(0)
  // Playwright gives every window the focus; the pointer on the message keeps it while the other window loads.
  await admin.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().hover()
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
  await admin.keyboard.press('z')
  await expect(directAccess(admin)).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Halden Handbook' })).toBeVisible()
})

test('access through a team is explained here and on the members page', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guides'])
  const params = { organizationId: seed.organizationId }
  const emails = [`ben@${seed.organizationId.toLowerCase()}.example`]
  const { users } = await callApi(api.organizationInvites.send, { params, body: { emails, role: 'read' } })
  await callApi(api.teams.create, { params, body: { title: 'Writers', members: users } })
  await signInAs('admin')
  await page.goto(`${accessOf(seed, siteId)}?dialog=add`)
  await page.getByRole('radio', { name: 'Teams' }).check()
  await page.getByRole('option', { name: /Writers/ }).click()
  await page.getByRole('button', { name: 'Preview impact' }).click()
  await expect(question(page)).toContainText('Read → Edit')
  await question(page).getByRole('button', { name: 'Assign Edit' }).click()
  await expect(peopleWithAccess(page).filter({ hasText: 'ben' })).toContainText('Team “Writers”')
  await page.getByRole('button', { name: /^Why ben/ }).click()
  await expect(question(page)).toContainText('Access of the team “Writers” to the site “Halden Docs”')
  await expect(question(page)).toContainText('Their role in Halden Energy')
  await page.goto(`/o/${seed.organizationId}/members/${users[0]}/sites`)
  await expect(sites(page)).toContainText('Edits its structure')
  await page.getByRole('link', { name: 'Why Edit on Halden Docs' }).click()
  await expect(question(page)).toContainText('Effective')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the access page is accessible, and its tab is visible', async ({
    page,
    seed,
    signInAs,
    expectAccessibleInBothThemes,
    callApi,
  }) => {
    const siteId = await seed.site('Halden Docs', ['Guides'])
    const params = { organizationId: seed.organizationId, siteId }
    const me = await callApi(api.users.current, {})
    await callApi(api.sitePermissions.grant, { params, body: { users: [me.id], role: 'edit' } })
    await signInAs('admin')
    await page.goto(accessOf(seed, siteId))
    await expect(directAccess(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Access', exact: true })).toBeInViewport()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
    await page.goto(`/o/${seed.organizationId}/members/${me.id}/sites`)
    await expect(sites(page)).toHaveCount(1)
    await expectAccessibleInBothThemes(page)
  })
})
