import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const options = (page: Page) =>
  page
    .getByRole('list', { name: 'Options' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))

const saveResponse = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/custom-fields') && response.request().method() === 'PATCH',
  )

test('a field is created by keyboard, and its options are ordered by keyboard and mouse', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await expect(page.getByText('No custom fields yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New custom field' })
  await dialog.getByLabel('Title').fill('State of it')
  await expect(dialog.getByLabel('Name')).toHaveValue('state-of-it')
  await dialog.getByLabel('Type').selectOption({ label: 'Single select' })
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByText('Enter at least one option')).toBeVisible()

  await dialog.getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('Draft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Final')
  await page.keyboard.press('Enter')
  await page.keyboard.type('In review')
  await expect.poll(() => options(page)).toEqual(['Draft', 'Final', 'In review'])

  await dialog.getByRole('button', { name: 'Move In review', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('In review picked up, 3 of 3')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByText('In review is now 2 of 3')).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(() => options(page)).toEqual(['Draft', 'In review', 'Final'])

  const from = await dialog.getByRole('button', { name: 'Move Final', exact: true }).boundingBox()
  const to = await dialog.getByRole('button', { name: 'Move Draft', exact: true }).boundingBox()
  if (!from || !to) throw new Error('The options are not on screen')
  await page.mouse.move(from.x + 8, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 2, { steps: 3 })
  await page.mouse.move(to.x + 8, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => options(page)).toEqual(['Final', 'Draft', 'In review'])

  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByText('Added the field “State of it”')).toBeVisible()
  const field = { organizationId: seed.organizationId, fieldName: 'state-of-it' }
  expect(await callApi(api.customFields.get, { params: field })).toMatchObject({
    type: 'select:single',
    options: ['Final', 'Draft', 'In review'],
  })
  await page.reload()
  await expect(page.getByRole('row', { name: /State of it/ })).toContainText('Single select, 3 options')
})

test('a taken name is refused at its field', async ({ page, seed, signInAs, callApi }) => {
  const params = { organizationId: seed.organizationId }
  await callApi(api.customFields.create, { params, body: { name: 'owner', type: 'text' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields?dialog=new`)
  const dialog = page.getByRole('dialog', { name: 'New custom field' })
  await dialog.getByLabel('Title').fill('Owner')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
})

test('values of a space are saved one by one and can be undone', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  const createField = (name: string, title: string, type: 'text' | 'number' | 'boolean' | 'tags') =>
    callApi(api.customFields.create, { params, body: { name, title, type } })
  await createField('owner', 'Owner', 'text')
  await createField('days', 'Review every', 'number')
  await createField('internal', 'Internal', 'boolean')
  await createField('topics', 'Topics', 'tags')
  await callApi(api.customFields.create, {
    params,
    body: {
      name: 'regions',
      title: 'Regions',
      type: 'select:multi',
      options: ['Nordics', 'Benelux', 'Iberia'],
    },
  })
  const spaceId = await seed.space('Guide')
  const values = async () => {
    const entries = await callApi(api.customFields.listOfSpace, { params: { spaceId } })
    return Object.fromEntries(entries.map(({ customField, value }) => [customField.name, value]))
  }
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)

  await page.getByLabel('Owner', { exact: true }).fill('Ada Sand')
  let response = saveResponse(page)
  await page.keyboard.press('Enter')
  await response
  await expect(page.getByText('Set “Owner” to “Ada Sand”')).toBeVisible()

  await page.getByLabel('Review every').fill('often')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a number, such as 12.5')).toBeVisible()
  await page.getByLabel('Review every').fill('90')
  response = saveResponse(page)
  await page.getByLabel('Internal').focus()
  await response
  response = saveResponse(page)
  await page.getByLabel('Internal').selectOption('Yes')
  await response

  await page.getByLabel('Topics').fill('wiring, safety')
  response = saveResponse(page)
  await page.getByLabel('Owner', { exact: true }).focus()
  await response

  await page.getByRole('button', { name: 'Regions' }).click()
  await page.getByRole('checkbox', { name: 'Iberia' }).check()
  await page.getByRole('checkbox', { name: 'Nordics' }).check()
  response = saveResponse(page)
  await page.keyboard.press('Escape')
  await response
  await expect(page.getByText('Set “Regions” to “Nordics, Iberia”')).toBeVisible()
  expect(await values()).toEqual({
    owner: 'Ada Sand',
    days: 90,
    internal: true,
    topics: ['wiring', 'safety'],
    regions: ['Nordics', 'Iberia'],
  })

  response = saveResponse(page)
  await page.getByRole('button', { name: 'Clear Owner' }).click()
  await response
  await expect(page.getByText('Cleared “Owner”')).toBeVisible()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('')
  response = saveResponse(page)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await response
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Ada Sand')

  await page.reload()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Ada Sand')
  await expect(page.getByLabel('Review every', { exact: true })).toHaveValue('90')
})

test('editors of a space set values and see which role can change the settings', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  await callApi(api.customFields.create, { params, body: { name: 'owner', title: 'Owner', type: 'text' } })
  const spaceId = await seed.space('Guide')
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/settings`)
  await expect(page.getByText('you need the Create or Admin role in it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete space' })).toHaveCount(0)
  await page.getByLabel('Owner', { exact: true }).fill('Rita')
  const response = saveResponse(page)
  await page.keyboard.press('Enter')
  expect((await response).status()).toBe(204)
  await page.reload()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Rita')
})

test('deleting a field asks first, and members who are not admins cannot change fields', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const params = { organizationId: seed.organizationId }
  await callApi(api.customFields.create, { params, body: { name: 'owner', title: 'Owner', type: 'text' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await page.getByRole('row', { name: /Owner/ }).hover()
  await page.getByRole('button', { name: 'Actions for Owner' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Delete the field “Owner”?' })
  await expect(confirmation).toContainText('Its values in all spaces are deleted too')
  await confirmation.getByRole('button', { name: 'Delete Owner' }).click()
  await expect(page.getByText('Deleted the field “Owner”')).toBeVisible()
  await expect(page.getByText('No custom fields yet')).toBeVisible()

  await page.context().clearCookies()
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await expect(page.getByText('To create one, you need the Admin role')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New field' })).toHaveCount(0)
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('fields and values are accessible', async ({
    page,
    seed,
    signInAs,
    expectAccessibleInBothThemes,
    callApi,
  }) => {
    const params = { organizationId: seed.organizationId }
    const select = {
      name: 'state',
      title: 'State',
      type: 'select:single' as const,
      options: ['Draft', 'Final'],
    }
    await callApi(api.customFields.create, { params, body: select })
    await callApi(api.customFields.create, {
      params,
      body: { name: 'topics', title: 'Topics', type: 'tags' },
    })
    const spaceId = await seed.space('Guide')
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/settings/fields`)
    await expect(page.getByRole('grid', { name: 'Custom fields' })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto(`/o/${seed.organizationId}/settings/fields?field=state`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.goto(`/s/${spaceId}/settings`)
    await expect(page.getByLabel('State')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await expectNoOverflow(page)
  })
})
