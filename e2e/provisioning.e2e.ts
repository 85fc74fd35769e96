import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { runLectern } from './service.ts'

test('an identity provider creates a member and a team with a token of the settings', async ({
  page,
  seed,
  service,
  signInAs,
  callApi,
  expectAccessibleInBothThemes,
}) => {
  const { organizationId } = seed
  const domain = `${organizationId.toLowerCase()}.example`
  await runLectern(service.dataDir, 'domains', 'verify', organizationId, domain)
  await signInAs('admin')
  await page.goto(`/o/${organizationId}/settings/general`)
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Provisioning' }).click()
  await expect(page.getByText('No provisioning tokens yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New provisioning token' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Okta')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const created = page.getByRole('dialog', { name: 'Token created' })
  const token = await created.getByRole('textbox', { name: 'token' }).inputValue()
  const base = await created.getByRole('textbox', { name: 'base URL' }).inputValue()
  await expectAccessibleInBothThemes(page)
  await created.getByRole('button', { name: 'Done' }).click()
  const tokens = page.getByRole('grid', { name: 'Provisioning tokens' })
  await expect(tokens.getByText('Never')).toBeVisible()

  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as { id: string } }
  }
  const user = await send('POST', '/Users', { userName: `ada@${domain}`, displayName: 'Ada Lindqvist' })
  expect(user.status).toBe(201)
  const group = await send('POST', '/Groups', { displayName: 'Guides', members: [{ value: user.body.id }] })
  expect(group.status).toBe(201)

  await page.goto(`/o/${organizationId}/teams`)
  await expect(page.getByRole('row', { name: /Guides/ }).getByText('SCIM')).toBeVisible()
  await page.getByRole('link', { name: 'Guides' }).click()
  await expect(page.getByText('Managed by SCIM')).toBeVisible()
  await expect(page.getByText('Ada Lindqvist')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add people' })).toBeHidden()
  await expectAccessibleInBothThemes(page)
  await page.goto(`/o/${organizationId}/settings/audit`)
  const log = page.getByRole('grid', { name: 'Audit log' })
  await expect(log.getByRole('row', { name: /Member joined/ }).first()).toContainText('Okta')

  await send('PATCH', `/Users/${user.body.id}`, { Operations: [{ op: 'replace', value: { active: false } }] })
  const params = { organizationId, userId: user.body.id }
  expect((await callApi(api.members.get, { params })).disabled).toBe(true)

  await page.goto(`/o/${organizationId}/settings/provisioning`)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: /Okta/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('No provisioning tokens yet')).toBeVisible()
  expect((await send('POST', '/Users', { userName: `ben@${domain}` })).status).toBe(401)
  await page.goto(`/o/${organizationId}/teams/${group.body.id}`)
  await expect(page.getByRole('button', { name: 'Add people' }).first()).toBeVisible()
})
