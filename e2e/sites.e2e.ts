import { api } from '#contract/api.ts'
import { addFilter, expect, expectNoOverflow, test } from './fixtures.ts'
import { dragRow, expectOutline, moveResponse, row, tree } from './structure-tree.ts'

test('a new site gets two sections and a group, and their order survives a reload', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.space('Alpha')
  await seed.space('Beta')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/members`)
  await page.getByRole('link', { name: 'Sites', exact: true }).click()
  await expect(page.getByText('No sites yet')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await page.keyboard.press('c')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/members$/)
  await page.goForward()
  await page.keyboard.press('c')
  await dialog.getByLabel('Title').fill('Halden Docs')
  await dialog.getByRole('combobox').fill('alp')
  await expect(dialog.getByRole('option', { name: /Alpha/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Selected, in this order' })).toHaveText(/Alpha/)
  await dialog.getByRole('button', { name: 'Create site' }).click()

  await expect(page.getByRole('heading', { name: 'Halden Docs' })).toBeVisible()
  await expectOutline([page], 'Alpha 1')
  await page.goBack()
  await expect(page.getByRole('main').getByText('Halden Docs')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.goForward()
  await page.getByRole('button', { name: 'Split into sections' }).click()
  await page.getByRole('option', { name: 'Beta' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await expectOutline([page], 'Alpha 1', 'Beta 1')

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Group…' }).click()
  await page.getByLabel('Title').fill('Products')
  await page.getByRole('button', { name: 'Add group' }).click()
  await expectOutline([page], 'Alpha 1', 'Beta 1', 'Products 1')

  const answered = moveResponse(page)
  await dragRow(page, 'Beta', 'Alpha', 0.1)
  await expectOutline([page], 'Beta 1', 'Alpha 1', 'Products 1')
  expect((await answered).status()).toBe(200)

  await row(page, 'Products').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Products is now 1 of 3')).toBeAttached()
  const second = moveResponse(page)
  await page.keyboard.press('Space')
  expect((await second).status()).toBe(200)
  await expectOutline([page], 'Products 1', 'Beta 1', 'Alpha 1')

  await page.reload()
  await expectOutline([page], 'Products 1', 'Beta 1', 'Alpha 1')
})

test('a reader sees the tree without handles and menus', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline([page], 'Alpha 1', 'Beta 1')
  await expect(tree(page).getByRole('button', { name: /^(Move|Actions for) / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Publish' })).toHaveCount(0)
  await row(page, 'Beta').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('F2')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('button', { name: /Delete|Save/ })).toHaveCount(0)
})

test('a site is published, read at the addresses of the tree, and unpublished', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await expect(page.getByText('once published')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const link = page.getByText('Live at').getByRole('link')
  await expect(link).toHaveText(/\/sites\/halden-docs/)
  await page.getByRole('link', { name: 'Structure' }).click()
  const address = await row(page, 'Beta')
    .getByRole('button', { name: /change the path of Beta/ })
    .textContent()
  const site = (await link.getAttribute('href')) ?? ''
  await page.goto(`${site.replace(/\/$/, '')}${address}`)
  await expect(page.getByRole('heading', { name: 'Beta page' })).toBeVisible()

  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  const question = page.getByRole('alertdialog', { name: 'Unpublish “Halden Docs”?' })
  await expect(question).toContainText(
    'Everyone loses access right away. Readers get a 404 for both pages at',
  )
  await question.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('Unpublished “Halden Docs”')).toBeVisible()
  expect((await page.request.get(site)).status()).toBe(404)
  await page.keyboard.press('z')
  await expect(page.getByText('Live at')).toBeVisible()
})

test('a site gets another title and address, and is deleted after confirmation', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha'])
  await seed.publish(siteId)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/settings`)
  await page.getByLabel('Title').fill('Halden Docs')
  const basename = `halden-${seed.organizationId.toLowerCase()}`
  await page.getByRole('textbox', { name: 'Address' }).fill(basename)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Halden Docs' })).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.locator('.facts')).toContainText(`/sites/${basename}`)

  await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
  await page.getByRole('button', { name: 'Delete site' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the site “Halden Docs”?' })
  await expect(question).toContainText('Everyone loses access right away. Readers get a 404 for the page at')
  await expect(question).toContainText(`/sites/${basename}`)
  await question.getByRole('button', { name: 'Delete Halden Docs' }).click()
  await expect(page.getByText('No sites yet')).toBeVisible()
})

test('the filter of the list is in the URL', async ({ page, seed, signInAs }) => {
  const first = await seed.site('Halden Docs', ['Alpha'])
  await seed.site('Field handbook', ['Beta'])
  await seed.publish(first)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites`)
  const list = page.getByRole('grid', { name: 'Sites' })
  await expect(list.locator('[data-row]')).toHaveCount(2)
  await page.keyboard.press('/')
  await page.keyboard.type('field')
  await expect(list.locator('[data-row]')).toHaveText([/Field handbook/])
  await expect(page).toHaveURL(/title=field/)
  await page.goto(`/o/${seed.organizationId}/sites`)
  await addFilter(page, 'Status', 'Live')
  await expect(page).toHaveURL(/status=live/)
  await expect(list.locator('[data-row]')).toHaveText([/Halden Docs/])
  await list.getByRole('link', { name: 'Halden Docs' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin to the sidebar' }).click()
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Halden Docs' })).toBeVisible()
  await list.getByRole('row', { name: /Halden Docs/ }).focus()
  await list.getByRole('button', { name: 'Actions for Halden Docs' }).click()
  await page.getByRole('menuitem', { name: 'Access' }).click()
  await expect(page).toHaveURL(/\/access$/)
  await page.goto(`/o/${seed.organizationId}/sites?title=nowhere`)
  await expect(page.getByText('No sites match “nowhere”')).toBeVisible()
})

test('every page of sites is accessible and fits 360 pixels', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const [first] = (await callApi(api.siteSections.list, { params })).items
  await callApi(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  await callApi(api.siteSections.update, {
    params: { ...params, siteSectionId: first?.id ?? '' },
    body: { condition: 'visitor.claims.locale == "fr"' },
  })
  await signInAs('admin')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const site = `/o/${seed.organizationId}/sites/${siteId}`
  const views: [string, string][] = [
    [`/o/${seed.organizationId}/sites`, 'Sites'],
    [`/o/${seed.organizationId}/sites?dialog=new`, 'New site'],
    [`${site}/settings`, 'Name and address'],
    [`${site}/structure`, 'Halden Docs'],
    [`${site}/structure?add=section`, 'Add a section'],
    [`${site}/structure?add=space`, 'Add a space to “Halden Docs”'],
    [`${site}/structure?add=group`, 'Add a group'],
    [`${site}/structure?edit=${first?.id}`, 'Edit “Alpha”'],
  ]
  for (const [address, heading] of views) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessibleInBothThemes(page)
  }
})
