import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { drag, dragByTouch, expectOutline, libraryRow, outline, phone, row } from './structure-tree.ts'

test('rows are added from the library next to the tree by mouse, touch and keyboard', async ({
  page,
  openWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const collection = await seed.collection('Handbooks')
  await seed.space('Guide')
  const orgParams = { organizationId: seed.organizationId }
  for (const title of ['One', 'Two'])
    await callApi(api.spaces.create, { params: orgParams, body: { title, parent: collection } })
  await signInAs('admin')
  const address = `/o/${seed.organizationId}/sites/${siteId}/structure`
  await page.goto(address)
  await expectOutline([page], 'Alpha 1', 'Beta 1')
  await page.keyboard.press('l')
  // Rows that load later would move the others, so the drag waits for all of them.
  for (const title of ['Handbooks', 'Guide', 'Beta']) await expect(libraryRow(page, title)).toBeVisible()
  await drag(page, libraryRow(page, 'Guide'), row(page, 'Alpha'), 0.9)
  await expectOutline([page], 'Alpha 1', 'Guide 1', 'Beta 1')
  await expect(libraryRow(page, 'Guide')).toContainText('on the site')

  // A collection becomes a group of its spaces.
  await libraryRow(page, 'Handbooks').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Handbooks is now /)).toBeAttached()
  await page.keyboard.press('End')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectOutline([page], 'Alpha 1', 'Guide 1', 'Beta 1', 'Handbooks 1', 'One 2', 'Two 2')
  await expect(libraryRow(page, 'Handbooks')).toBeFocused()

  await page.getByLabel('Find in the library').fill('gui')
  await page.keyboard.press('ArrowDown')
  await expect(libraryRow(page, 'Guide')).toBeFocused()
  await page.keyboard.press('x')
  await page.getByLabel('Add to').selectOption({ label: 'Beta' })
  await page.getByRole('button', { name: 'Add 1 item' }).click()
  await expectOutline(
    [page],
    ...['Alpha 1', 'Guide 1', 'Beta 1', 'Beta 2', 'Guide 2', 'Handbooks 1', 'One 2', 'Two 2'],
  )

  const other = await openWindow(phone)
  await other.goto(`${address}?add=library`)
  await expect(libraryRow(other, 'Guide')).toBeVisible()
  await dragByTouch(other, libraryRow(other, 'Guide'), row(other, 'Alpha'), 0.1)
  await expect.poll(async () => (await outline(page))[0]).toBe('Guide 1')
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await other.context().close()
})

test('a condition is edited in its row, with completions from the visitor schema', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.siteAudience.putSchema, {
    params,
    body: {
      jsonSchema: {
        type: 'object',
        additionalProperties: false,
        properties: { plan: { type: 'string', enum: ['free', 'pro'] } },
      },
    },
  })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Beta').focus()
  await page.keyboard.press('w')
  const field = page.getByLabel('Condition of Beta')
  await page.keyboard.type('pl')
  await expect(page.getByRole('option', { name: 'visitor.claims.plan' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' = "')
  await page.keyboard.type('pro" ')
  await expect(page.getByText(/^Character 21: /)).toBeVisible()
  await field.fill('')
  await page.keyboard.type('visitor.claims.plan == ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('visitor.claims.plan == "pro"')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Beta')).toContainText('visitor.claims.plan == "pro"')
  await page.getByRole('button', { name: /^Icon: none, change that of Beta/ }).click()
  await page.getByLabel('Find an icon').fill('zap')
  await page.getByRole('button', { name: 'zap', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Icon: zap, change that of Beta/ })).toBeAttached()
  await page.reload()
  await expect(row(page, 'Beta')).toContainText('visitor.claims.plan == "pro"')
})
