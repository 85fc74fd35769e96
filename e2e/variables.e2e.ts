import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const code = '<code class="expression">space.vars.version</code>'

test('variables are added, edited, shown on pages and deleted with undo', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        {
          operation: 'insert_page',
          title: 'Start',
          document: { markdown: `Version ${code} and \`${code}\`.` },
        },
      ],
    },
  })
  const values = async () => (await callApi(api.spaceContent.variables, { params: { spaceId } })).variables
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)

  await page.getByRole('button', { name: 'Add variable' }).click()
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  await dialog.getByLabel('Name').fill('1st')
  await dialog.getByLabel('Value').fill('v3.1')
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  await expect(dialog.getByText('Start with a letter')).toBeVisible()
  await dialog.getByLabel('Name').fill('version')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  await expect(page.getByText('Added the variable “version”')).toBeVisible()
  const row = page.getByRole('grid', { name: 'Variables' }).getByRole('row', { name: /version/ })
  await expect(row).toContainText('1 page')
  expect(await values()).toEqual({ version: 'v3.1' })

  await row.click()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit “version”' })
  await edit.getByLabel('Value').fill('v3.2')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed the variable “version”')).toBeVisible()
  await expect(row).toContainText('v3.2')

  await page.goto(`/s/${spaceId}`)
  await page.getByRole('link', { name: 'Start' }).first().click()
  await expect(page.getByText('Version v3.2 and')).toBeVisible()
  await page.goto(`/s/${spaceId}/settings`)
  await row.getByRole('button', { name: /version/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted the variable “version”')).toBeVisible()
  expect(await values()).toEqual({})
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toContainText('v3.2')
  // The row is back before the undo is saved.
  await expect.poll(values).toEqual({ version: 'v3.2' })
})

test('people who can’t edit see the variables without buttons', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'update_variables', variables: { version: 'v1' } }] },
  })
  await callApi(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)
  await expect(page.getByRole('row', { name: /version/ })).toContainText('v1')
  await expect(page.getByText('variables change through change requests')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add variable' })).toHaveCount(0)
})

test('variables that pages read without a value are named, and added', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [{ operation: 'insert_page', title: 'Start', document: { markdown: `Version ${code}` } }],
    },
  })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)
  const missing = page.getByRole('region', { name: 'Without a value' })
  await expect(missing).toContainText('version')
  await expect(missing).toContainText('1 page')
  await expectAccessible(page)
  await missing.getByRole('button', { name: 'Add version' }).click()
  const dialog = page.getByRole('dialog', { name: 'New variable' })
  await expect(dialog.getByLabel('Name')).toHaveValue('version')
  await dialog.getByLabel('Value').fill('v4')
  await dialog.getByRole('button', { name: 'Add variable' }).click()
  await expect(page.getByRole('row', { name: /version/ })).toContainText('v4')
  await expect(missing).toHaveCount(0)
})

test('variables of the organization and of a site are shown on its pages', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessibleInBothThemes,
}) => {
  const { organizationId } = seed
  const siteId = await seed.site('Docs', ['Guide'])
  const { items } = await callApi(api.siteSpaces.list, { params: { organizationId, siteId } })
  const spaceId = items[0]?.space.id ?? ''
  const shown = (name: string) => `<code class="expression">${name}</code>`
  const markdown = `Write to ${shown('organization.vars.mail')} at ${shown('site.vars.host')}.`
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', title: 'Contact', document: { markdown } }] },
  })
  await signInAs('admin')
  const add = async (name: string, value: string) => {
    await page.getByRole('button', { name: 'Add variable' }).click()
    const dialog = page.getByRole('dialog', { name: 'New variable' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Value').fill(value)
    await dialog.getByRole('button', { name: 'Add variable' }).click()
    await expect(page.getByText(`Added the variable “${name}”`)).toBeVisible()
  }
  await page.goto(`/o/${organizationId}/settings/general`)
  await add('mail', 'help@example.org')
  await expectAccessibleInBothThemes(page)
  await page.goto(`/o/${organizationId}/sites/${siteId}/settings`)
  await add('host', 'docs.example.org')
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(page.getByText('Write to help@example.org at site.vars.host.')).toBeVisible()
  await page.goto(`${await seed.publish(siteId)}contact`)
  await expect(page.getByText('Write to help@example.org at docs.example.org.')).toBeVisible()

  await page.goto(`/o/${organizationId}/settings/general`)
  const row = page.getByRole('grid', { name: 'Variables' }).getByRole('row', { name: /mail/ })
  await row.getByRole('button', { name: /mail/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row).toContainText('help@example.org')
})
