import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const options = (page: Page) =>
  page
    .getByRole('list', { name: 'Options' })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))

const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/custom-fields') && answer.request().method() === 'PATCH',
  )

test('a field is made by key, its options are put in order by key and by hand, and it stays', async ({
  page,
  seed,
  signInAs,
  api: as,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await expect(page.getByText('No custom fields yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New custom field' })
  await dialog.getByLabel('Title').fill('State of it')
  await expect(dialog.getByLabel('Name')).toHaveValue('state-of-it')
  await dialog.getByLabel('Type').selectOption({ label: 'One option' })
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByText('Give at least one option')).toBeVisible()

  await dialog.getByRole('button', { name: 'Add option' }).click()
  await page.keyboard.type('Draft')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Final')
  await page.keyboard.press('Enter')
  await page.keyboard.type('In review')
  await expect.poll(() => options(page)).toEqual(['Draft', 'Final', 'In review'])

  await dialog.getByRole('button', { name: 'Move In review', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('In review is taken up, 3 of 3')).toBeAttached()
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
  expect(await as(api.customFields.get, { params: field })).toMatchObject({
    type: 'select:single',
    options: ['Final', 'Draft', 'In review'],
  })
  await page.reload()
  await expect(page.getByRole('row', { name: /State of it/ })).toContainText('One option of 3')
})

test('a name that is taken is refused at the name', async ({ page, seed, signInAs, api: as }) => {
  const params = { organizationId: seed.organizationId }
  await as(api.customFields.create, { params, body: { name: 'owner', type: 'text' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields?dialog=new`)
  const dialog = page.getByRole('dialog', { name: 'New custom field' })
  await dialog.getByLabel('Title').fill('Owner')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
})

test('a space is filled in value by value, each with a way back', async ({
  page,
  seed,
  signInAs,
  api: as,
}) => {
  const params = { organizationId: seed.organizationId }
  const make = (name: string, title: string, type: 'text' | 'number' | 'boolean' | 'tags') =>
    as(api.customFields.create, { params, body: { name, title, type } })
  await make('owner', 'Owner', 'text')
  await make('days', 'Review every', 'number')
  await make('internal', 'Internal', 'boolean')
  await make('topics', 'Topics', 'tags')
  await as(api.customFields.create, {
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
    const entries = await as(api.customFields.listOfSpace, { params: { spaceId } })
    return Object.fromEntries(entries.map(({ customField, value }) => [customField.name, value]))
  }
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/settings`)

  await page.getByLabel('Owner').fill('Ada Sand')
  let answered = saved(page)
  await page.keyboard.press('Enter')
  await answered
  await expect(page.getByText('Set “Owner” to “Ada Sand”')).toBeVisible()

  await page.getByLabel('Review every').fill('often')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Give a number, such as 12.5')).toBeVisible()
  await page.getByLabel('Review every').fill('90')
  answered = saved(page)
  await page.getByLabel('Internal').focus()
  await answered
  answered = saved(page)
  await page.getByLabel('Internal').selectOption('Yes')
  await answered

  await page.getByLabel('Topics').fill('wiring, safety')
  answered = saved(page)
  await page.getByLabel('Owner', { exact: true }).focus()
  await answered

  await page.getByRole('button', { name: 'Regions' }).click()
  await page.getByRole('checkbox', { name: 'Iberia' }).check()
  await page.getByRole('checkbox', { name: 'Nordics' }).check()
  answered = saved(page)
  await page.keyboard.press('Escape')
  await answered
  await expect(page.getByText('Set “Regions” to “Nordics, Iberia”')).toBeVisible()
  expect(await values()).toEqual({
    owner: 'Ada Sand',
    days: 90,
    internal: true,
    topics: ['wiring', 'safety'],
    regions: ['Nordics', 'Iberia'],
  })

  answered = saved(page)
  await page.getByRole('button', { name: 'Clear Owner' }).click()
  await answered
  await expect(page.getByText('Cleared “Owner”')).toBeVisible()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('')
  answered = saved(page)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await answered
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Ada Sand')

  await page.reload()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Ada Sand')
  await expect(page.getByLabel('Review every', { exact: true })).toHaveValue('90')
})

test('who may edit a space fills it in, and is told which role changes its settings', async ({
  page,
  seed,
  signInAs,
  api: as,
}) => {
  const params = { organizationId: seed.organizationId }
  await as(api.customFields.create, { params, body: { name: 'owner', title: 'Owner', type: 'text' } })
  const spaceId = await seed.space('Guide')
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/settings`)
  await expect(page.getByText('you need the role Create or Admin in it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete space' })).toHaveCount(0)
  await page.getByLabel('Owner').fill('Rita')
  const answered = saved(page)
  await page.keyboard.press('Enter')
  expect((await answered).status()).toBe(204)
  await page.reload()
  await expect(page.getByLabel('Owner', { exact: true })).toHaveValue('Rita')
})

test('a field goes with its values after a question, and readers cannot change any', async ({
  page,
  seed,
  signInAs,
  api: as,
}) => {
  const params = { organizationId: seed.organizationId }
  await as(api.customFields.create, { params, body: { name: 'owner', title: 'Owner', type: 'text' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await page.getByRole('row', { name: /Owner/ }).hover()
  await page.getByRole('button', { name: 'Actions for Owner' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the field “Owner”?' })
  await expect(question).toContainText('Its values go with it')
  await question.getByRole('button', { name: 'Delete Owner' }).click()
  await expect(page.getByText('Deleted the field “Owner”')).toBeVisible()
  await expect(page.getByText('No custom fields yet')).toBeVisible()

  await page.context().clearCookies()
  await signInAs('edit')
  await page.goto(`/o/${seed.organizationId}/settings/fields`)
  await expect(page.getByText('To make one you need the role Admin')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New field' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`on a narrow screen, ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 740 } })

    test('fields and values are accessible', async ({ page, seed, signInAs, expectAccessible, api: as }) => {
      const params = { organizationId: seed.organizationId }
      const select = {
        name: 'state',
        title: 'State',
        type: 'select:single' as const,
        options: ['Draft', 'Final'],
      }
      await as(api.customFields.create, { params, body: select })
      await as(api.customFields.create, { params, body: { name: 'topics', title: 'Topics', type: 'tags' } })
      const spaceId = await seed.space('Guide')
      await signInAs('admin')
      await page.goto(`/o/${seed.organizationId}/settings/fields`)
      await expect(page.getByRole('grid', { name: 'Custom fields' })).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/o/${seed.organizationId}/settings/fields?field=state`)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.goto(`/s/${spaceId}/settings`)
      await expect(page.getByLabel('State')).toBeVisible()
      await expectAccessible(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide).toBe(0)
    })
  })
}
