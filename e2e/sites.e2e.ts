import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import { expect, test } from './fixtures.ts'

const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Structure' })
const row = (page: Page, title: string): Locator =>
  tree(page)
    .locator('[data-row]')
    .filter({ has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) })

/** Titles from top to bottom, each with its level: `Products 1`, `Alpha 2`. */
const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => `${one.querySelector('.title')?.textContent} ${one.getAttribute('aria-level')}`),
    )

async function expectOutline(page: Page, ...wanted: string[]): Promise<void> {
  await expect.poll(() => outline(page)).toEqual(wanted)
}

/** Drags a row by its middle to a part of another one: 0 is that row's upper edge, 1 its lower one. */
async function drag(page: Page, from: string, to: string, part: number, stepsLeft = 0): Promise<void> {
  const [a, b] = [await row(page, from).boundingBox(), await row(page, to).boundingBox()]
  if (!a || !b) throw new Error(`${from} or ${to} is not on screen`)
  const x = a.x + 240
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8, { steps: 2 })
  await page.mouse.move(x - stepsLeft * 20, b.y + b.height * part, { steps: 8 })
  await page.mouse.up()
}

const moveAnswered = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/structure/sort') && answer.request().method() === 'PATCH',
  )

test('a site is made, grows two sections and a group, and keeps the order it is given', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.space('Alpha')
  await seed.space('Beta')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites`)
  await expect(page.getByText('No sites yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New site' })
  await dialog.getByLabel('Title').fill('Halden Docs')
  await dialog.getByRole('combobox').fill('alp')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Chosen, in this order' })).toHaveText(/Alpha/)
  await dialog.getByRole('button', { name: 'Make site' }).click()

  await expect(page.getByRole('heading', { name: 'Halden Docs' })).toBeVisible()
  await expectOutline(page, 'Alpha 1')
  await page.getByRole('button', { name: 'Split into sections' }).click()
  await page.getByRole('option', { name: 'Beta' }).click()
  await page.getByRole('button', { name: 'Add section' }).click()
  await expectOutline(page, 'Alpha 1', 'Beta 1')

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Group…' }).click()
  await page.getByLabel('Title').fill('Products')
  await page.getByRole('button', { name: 'Add group' }).click()
  await expectOutline(page, 'Alpha 1', 'Beta 1', 'Products 1')

  const answered = moveAnswered(page)
  await drag(page, 'Beta', 'Alpha', 0.1)
  await expectOutline(page, 'Beta 1', 'Alpha 1', 'Products 1')
  expect((await answered).status()).toBe(200)

  await row(page, 'Products').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Products is now 1 of 3')).toBeAttached()
  const second = moveAnswered(page)
  await page.keyboard.press('Space')
  expect((await second).status()).toBe(200)
  await expectOutline(page, 'Products 1', 'Beta 1', 'Alpha 1')

  await page.reload()
  await expectOutline(page, 'Products 1', 'Beta 1', 'Alpha 1')
})

test('a section goes into a group and out of it again, by pointer and by menu', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  await as(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline(page, 'Alpha 1', 'Beta 1', 'Products 1')

  await drag(page, 'Beta', 'Products', 0.5)
  await expectOutline(page, 'Alpha 1', 'Products 1', 'Beta 2')
  await expect(page.getByText('Moved “Beta” into “Products”')).toBeVisible()
  await page.reload()
  await expectOutline(page, 'Alpha 1', 'Products 1', 'Beta 2')

  await drag(page, 'Beta', 'Alpha', 0.9)
  await expectOutline(page, 'Alpha 1', 'Beta 1', 'Products 1')
  await expect(page.getByText('Moved “Beta” to the top')).toBeVisible()
  await page.keyboard.press('z')
  await expectOutline(page, 'Alpha 1', 'Products 1', 'Beta 2')

  await page.getByRole('button', { name: 'Actions for Beta' }).click()
  const answered = moveAnswered(page)
  await page.getByRole('menuitem', { name: 'Take out of “Products”' }).click()
  expect((await answered).status()).toBe(200)
  await expectOutline(page, 'Alpha 1', 'Products 1', 'Beta 1')
})

test('a space goes to another section, whose address it then stands under', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await as(api.siteSections.list, { params })
  const spaceId = await seed.space('Gamma')
  await as(api.siteSpaces.create, { params, body: { spaceId, sectionId: items[0]?.id } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline(page, 'Alpha 1', 'Alpha 2', 'Gamma 2', 'Beta 1')
  await expect(row(page, 'Gamma')).toContainText('/gamma')

  const answered = moveAnswered(page)
  await drag(page, 'Gamma', 'Beta', 0.5)
  await expectOutline(page, 'Alpha 1', 'Beta 1', 'Beta 2', 'Gamma 2')
  expect((await answered).status()).toBe(200)
  await expect(row(page, 'Gamma')).toContainText('/beta/gamma')

  await page.getByRole('button', { name: 'Actions for Gamma' }).click()
  await page.getByRole('menuitem', { name: 'Make it the default' }).click()
  await expect(row(page, 'Gamma')).toContainText('Default')
  await page.reload()
  await expect(row(page, 'Gamma')).toContainText('Default')
})

test('a row is renamed, takes a path and a condition in its place; what is refused says why', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Beta').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Reference')
  await page.keyboard.press('Enter')
  await expectOutline(page, 'Alpha 1', 'Reference 1', 'Gamma 1')

  await page.keyboard.press('p')
  await page.keyboard.type('Not a path')
  await expect(page.getByRole('alert')).toHaveText(/lower-case/)
  await page.getByLabel('New path of Reference').fill('gamma')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Reference” keeps its path')).toBeVisible()
  await expect(page.getByText('The section “Gamma” has the path “gamma” already')).toBeVisible()
  await expect(row(page, 'Reference')).toContainText('/beta')
  await row(page, 'Reference').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('reference')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Reference')).toContainText('/reference')

  await row(page, 'Reference').focus()
  await page.keyboard.press('e')
  const condition = page.getByLabel('Shown when')
  await condition.fill('visitor.claims.beta = true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^Character 21: /)).toBeVisible()
  await condition.fill('visitor.claims.beta == true')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'Reference')).toContainText('visitor.claims.beta == true')
})

test('a move beside something that is gone puts the row back and says why; a harmless one is merged', async ({
  page,
  seed,
  api: as,
  signInAs,
  hearNothing,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma', 'Delta'])
  const params = { organizationId: seed.organizationId, siteId }
  await hearNothing()
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline(page, 'Alpha 1', 'Beta 1', 'Gamma 1', 'Delta 1')
  const sections = (await as(api.siteSections.list, { params })).items
  const idOf = (title: string) => sections.find((one: SiteSection) => one.title === title)?.id ?? ''

  await as(api.siteSections.update, {
    params: { ...params, siteSectionId: idOf('Delta') },
    body: { description: 'Written by somebody else' },
  })
  await drag(page, 'Delta', 'Alpha', 0.9)
  await expectOutline(page, 'Alpha 1', 'Delta 1', 'Beta 1', 'Gamma 1')
  await expect
    .poll(async () => (await as(api.siteSections.list, { params })).items.map(({ title }) => title))
    .toEqual(['Alpha', 'Delta', 'Beta', 'Gamma'])

  await as(api.siteSections.delete, { params: { ...params, siteSectionId: idOf('Beta') } })
  await drag(page, 'Alpha', 'Beta', 0.9)
  const message = page.getByRole('alert').filter({ hasText: '“Alpha” went back' })
  await expect(message).toContainText('Somebody moved or deleted “Beta” meanwhile')
  await expectOutline(page, 'Alpha 1', 'Delta 1', 'Gamma 1')
})

test('the last section stays, and so does the last space of one', async ({ page, seed, signInAs }) => {
  const siteId = await seed.site('Docs', ['Alpha'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Alpha').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('A site keeps its last section')).toBeVisible()
})

test('somebody with the role read sees the tree and nothing to change it with', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await expectOutline(page, 'Alpha 1', 'Beta 1')
  await expect(tree(page).locator('.grip, .act')).toHaveCount(0)
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

test('a site is published, read at the addresses the tree says, and taken back', async ({
  page,
  seed,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await expect(page.getByText('once published')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  const link = page.locator('.site-state').getByRole('link')
  await expect(link).toHaveText(/\/sites\/halden-docs/)
  await page.getByRole('link', { name: 'Structure' }).click()
  const address = await row(page, 'Beta').locator('.addr').textContent()
  const site = (await link.getAttribute('href')) ?? ''
  await page.goto(`${site.replace(/\/$/, '')}${address}`)
  await expect(page.getByRole('heading', { name: 'Beta page' })).toBeVisible()

  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByText('“Halden Docs” is not published any more')).toBeVisible()
  expect((await page.request.get(site)).status()).toBe(404)
  await page.keyboard.press('z')
  await expect(page.getByText('Live at')).toBeVisible()
})

test('a site gets another name and address, and is deleted by name', async ({ page, seed, signInAs }) => {
  const siteId = await seed.site('Docs', ['Alpha'])
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
  await question.getByRole('button', { name: 'Delete Halden Docs' }).click()
  await expect(page.getByText('No sites yet')).toBeVisible()
})

test('the list is filtered in the address', async ({ page, seed, api: as, signInAs }) => {
  const first = await seed.site('Halden Docs', ['Alpha'])
  await seed.site('Field handbook', ['Beta'])
  await as(api.sites.publish, { params: { organizationId: seed.organizationId, siteId: first } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites`)
  const list = page.getByRole('grid', { name: 'Sites' })
  await expect(list.locator('[data-row]')).toHaveCount(2)
  await page.keyboard.press('/')
  await page.keyboard.type('field')
  await expect(list.locator('[data-row]')).toHaveText([/Field handbook/])
  await expect(page).toHaveURL(/title=field/)
  await page.goto(`/o/${seed.organizationId}/sites?published=true`)
  await expect(list.locator('[data-row]')).toHaveText([/Halden Docs/])
  await page.goto(`/o/${seed.organizationId}/sites?title=nowhere`)
  await expect(page.getByText('No site is called “nowhere”')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view of sites is accessible and fits 360 pixels, ${colorScheme}`, async ({
    page,
    seed,
    api: as,
    signInAs,
    expectAccessible,
  }) => {
    const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
    const params = { organizationId: seed.organizationId, siteId }
    const [first] = (await as(api.siteSections.list, { params })).items
    await as(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
    await as(api.siteSections.update, {
      params: { ...params, siteSectionId: first?.id ?? '' },
      body: { condition: 'visitor.claims.locale == "fr"' },
    })
    await signInAs('admin')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
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
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    }
  })
}
