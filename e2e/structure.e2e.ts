import type { Browser, CDPSession, Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Structure' })
const row = (page: Page, title: string): Locator =>
  tree(page)
    .locator('[data-row]')
    .filter({ has: page.locator('.title', { hasText: new RegExp(`^${title}$`) }) })
const onShelf = (page: Page, title: string): Locator =>
  page.getByRole('tree', { name: 'Collections and spaces' }).getByRole('treeitem').filter({ hasText: title })
const plan = (page: Page): Locator => page.getByRole('region', { name: 'Changes in this plan' })

/** Titles from top to bottom, each with its level: `Products 1`, `Alpha 2`. */
const outline = (page: Page): Promise<string[]> =>
  tree(page)
    .locator('[data-row]')
    .evaluateAll((rows) =>
      rows
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((one) => `${one.querySelector('.title')?.textContent} ${one.getAttribute('aria-level')}`),
    )

async function expectOutline(pages: readonly Page[], ...wanted: string[]): Promise<void> {
  for (const page of pages) await expect.poll(() => outline(page)).toEqual(wanted)
}

async function boxOf(one: Locator) {
  const box = await one.boundingBox()
  if (!box) throw new Error('It is not on screen')
  return box
}

/** Takes something by its middle to a part of a row: 0 is the upper edge of that, 1 the lower one. */
async function drag(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const x = a.x + 160
  await page.mouse.move(x, a.y + a.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, a.y + a.height / 2 + 8, { steps: 2 })
  await page.mouse.move(b.x + 240, b.y + b.height * part, { steps: 8 })
  await page.mouse.up()
}

/** The same with a finger: held until the row is in the hand, moved, and lifted. */
async function dragByTouch(page: Page, from: Locator, to: Locator, part: number): Promise<void> {
  const finger: CDPSession = await page.context().newCDPSession(page)
  const [a, b] = [await boxOf(from), await boxOf(to)]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const start = { x: a.x + 120, y: a.y + a.height / 2 }
  const end = { x: start.x, y: b.y + b.height * part }
  await touch('touchStart', start)
  await expect(page.locator('.drag-ghost')).toBeVisible()
  for (let step = 1; step <= 8; step++)
    await touch('touchMove', { x: end.x, y: start.y + ((end.y - start.y) * step) / 8 })
  await touch('touchEnd')
}

/** A window of a device that is used by fingers, signed in as the first one. */
async function fingerWindow(browser: Browser, page: Page, width = 390): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  return context.newPage()
}

test('rows go into a group, out of it and among each other by mouse, finger and keys, in two windows at once', async ({
  page,
  browser,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  const params = { organizationId: seed.organizationId, siteId }
  const [alpha] = (await as(api.siteSections.list, { params })).items
  for (const title of ['Second', 'Third'])
    await as(api.siteSpaces.create, {
      params,
      body: { spaceId: await seed.space(title), sectionId: alpha?.id },
    })
  await as(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  await signInAs('admin')
  const address = new URL(`/o/${seed.organizationId}/sites/${siteId}/structure`, process.env.LECTERN_E2E_URL)
  const other = await fingerWindow(browser, page)
  const both = [page, other]
  for (const window of both) await window.goto(address.href)
  const start = ['Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Beta 1', 'Gamma 1', 'Products 1']
  await expectOutline(both, ...start)

  await drag(page, row(page, 'Beta'), row(page, 'Products'), 0.5)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Gamma 1', 'Products 1', 'Beta 2')

  await dragByTouch(other, row(other, 'Gamma'), row(other, 'Beta'), 0.9)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Second 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 2')
  await expect(other.getByText('Gamma moved, now 2 of 2 in Products')).toBeAttached()

  await dragByTouch(other, row(other, 'Third'), row(other, 'Second'), 0.1)
  await expectOutline(both, 'Alpha 1', 'Alpha 2', 'Third 2', 'Second 2', 'Products 1', 'Beta 2', 'Gamma 2')

  await row(page, 'Second').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Second is now 1 of 3 in Alpha')).toBeAttached()
  await page.keyboard.press('Space')
  await expectOutline(both, 'Alpha 1', 'Second 2', 'Alpha 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 2')

  await row(page, 'Gamma').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByText('Gamma is now 3 of 3')).toBeAttached()
  await page.keyboard.press('Space')
  await expectOutline(both, 'Alpha 1', 'Second 2', 'Alpha 2', 'Third 2', 'Products 1', 'Beta 2', 'Gamma 1')
  await other.context().close()
})

test('several rows are moved together, and removed with one way back', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma', 'Delta'])
  const params = { organizationId: seed.organizationId, siteId }
  await as(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  const idsNow = async () => (await as(api.siteSections.list, { params })).items.map(({ id }) => id).sort()
  const ids = await idsNow()
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await row(page, 'Beta').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move 2 rows' })
  await dialog.getByRole('option', { name: 'Products' }).click()
  await dialog.getByRole('button', { name: 'Move into Products' }).click()
  const grouped = ['Alpha 1', 'Delta 1', 'Products 1', 'Beta 2', 'Gamma 2']
  await expectOutline([page], ...grouped)

  await row(page, 'Beta').getByRole('checkbox').check({ force: true })
  await row(page, 'Delta').getByRole('checkbox').check({ force: true })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectOutline([page], 'Alpha 1', 'Products 1', 'Gamma 2')
  await expect(page.getByText('Removed 2 rows')).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByText('Brought back 2 rows')).toBeVisible()
  await expectOutline([page], ...grouped)
  await expect(row(page, 'Beta')).toContainText('/beta')
  expect(await idsNow()).toEqual(ids)

  await row(page, 'Beta').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('Removed “Beta”')).toBeVisible()
  const [alpha] = (await as(api.siteSections.list, { params })).items
  const body = { path: 'beta' }
  await as(api.siteSections.update, { params: { ...params, siteSectionId: alpha?.id ?? '' }, body })
  await page.keyboard.press('z')
  await expect(page.getByText('“Beta” cannot come back: its path')).toBeVisible()
})

test('the library stands beside the tree: rows come from it by mouse, finger and keys', async ({
  page,
  browser,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const collection = await seed.collection('Handbooks')
  await seed.space('Guide')
  const orgParams = { organizationId: seed.organizationId }
  for (const title of ['One', 'Two'])
    await as(api.spaces.create, { params: orgParams, body: { title, parent: collection } })
  await signInAs('admin')
  const address = `/o/${seed.organizationId}/sites/${siteId}/structure`
  await page.goto(address)
  await expectOutline([page], 'Alpha 1', 'Beta 1')
  await page.keyboard.press('l')
  await drag(page, onShelf(page, 'Guide'), row(page, 'Alpha'), 0.9)
  await expectOutline([page], 'Alpha 1', 'Guide 1', 'Beta 1')
  await expect(onShelf(page, 'Guide')).toContainText('on the site')

  // A collection becomes a group of its spaces.
  await onShelf(page, 'Handbooks').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Handbooks is now /)).toBeAttached()
  await page.keyboard.press('End')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectOutline([page], 'Alpha 1', 'Guide 1', 'Beta 1', 'Handbooks 1', 'One 2', 'Two 2')
  await expect(onShelf(page, 'Handbooks')).toBeFocused()

  await page.getByLabel('Find in the library').fill('gui')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.getByLabel('Add to').selectOption({ label: 'Beta' })
  await page.getByRole('button', { name: 'Add 1 row' }).click()
  await expectOutline(
    [page],
    ...['Alpha 1', 'Guide 1', 'Beta 1', 'Beta 2', 'Guide 2', 'Handbooks 1', 'One 2', 'Two 2'],
  )

  const other = await fingerWindow(browser, page)
  await other.goto(new URL(`${address}?add=library`, process.env.LECTERN_E2E_URL).href)
  await expect(onShelf(other, 'Guide')).toBeVisible()
  await dragByTouch(other, onShelf(other, 'Guide'), row(other, 'Alpha'), 0.1)
  await expect.poll(async () => (await outline(page))[0]).toBe('Guide 1')
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await other.context().close()
})

test('a condition is written in its row, with what the site knows of its visitors', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  await as(api.siteAudience.putSchema, {
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

test('changes are planned, checked and published at once; the plan follows what others do, and all of it goes back', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const siteId = await seed.site('Docs', ['Alpha', 'Beta', 'Gamma'])
  const params = { organizationId: seed.organizationId, siteId }
  await as(api.siteSectionGroups.create, { params, body: { title: 'Products' } })
  const titles = async () => (await as(api.siteSections.list, { params })).items.map(({ title }) => title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure`)
  await page.getByRole('button', { name: 'Plan changes' }).click()
  await expect(plan(page)).toContainText('Arrange the tree as it shall be')
  await drag(page, row(page, 'Gamma'), row(page, 'Alpha'), 0.1)
  await expectOutline([page], 'Gamma 1', 'Alpha 1', 'Beta 1', 'Products 1')
  await expect(plan(page)).toContainText('Gamma moves')
  await row(page, 'Beta').focus()
  await page.keyboard.press('p')
  await page.keyboard.type('reference')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Beta')).toHaveClass(/is-planned/)
  await expect(row(page, 'Beta').locator('.addr')).toContainText('/beta /reference')
  await expect(plan(page)).toContainText('Beta takes the path reference')
  await row(page, 'Alpha').focus()
  await page.keyboard.press('m')
  await page.getByRole('option', { name: 'Products' }).click()
  await page.getByRole('button', { name: 'Move into Products' }).click()
  await expectOutline([page], 'Gamma 1', 'Beta 1', 'Products 1', 'Alpha 2')
  await page.getByRole('button', { name: /^Take back: Alpha moves into Products/ }).click()
  await expectOutline([page], 'Gamma 1', 'Alpha 1', 'Beta 1', 'Products 1')
  expect(await titles()).toEqual(['Alpha', 'Beta', 'Gamma'])

  const [alpha] = (await as(api.siteSections.list, { params })).items
  await as(api.siteSections.update, {
    params: { ...params, siteSectionId: alpha?.id ?? '' },
    body: { title: 'Overview' },
  })
  await expectOutline([page], 'Gamma 1', 'Overview 1', 'Beta 1', 'Products 1')
  await expect(plan(page)).toContainText('The plan builds on it now')

  await page.getByRole('button', { name: 'Publish 2 changes' }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Published 2 changes')).toBeVisible()
  await expect(plan(page)).toContainText('Arrange the tree as it shall be')
  expect(await titles()).toEqual(['Gamma', 'Overview', 'Beta'])

  await page.getByRole('button', { name: 'Leave the plan' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('button', { name: /^Published a plan, 2 changes/ })).toBeVisible()
  await history
    .getByRole('button', { name: /^Edited/ })
    .first()
    .click()
  await expectOutline([page], 'Overview 1', 'Beta 1', 'Gamma 1', 'Products 1')
  await page.getByRole('button', { name: 'Restore this structure' }).click()
  const question = page.getByRole('alertdialog', { name: /^Restore the structure of/ })
  await expect(question).toContainText('Gamma moves')
  await question.getByRole('button', { name: 'Restore this structure' }).click()
  await expect(page.getByText('Brought the structure back')).toBeVisible()
  expect(await titles()).toEqual(['Overview', 'Beta', 'Gamma'])
  await page.keyboard.press('z')
  await expect.poll(titles).toEqual(['Gamma', 'Overview', 'Beta'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`plan, history and library are accessible and fit 360 pixels, ${colorScheme}`, async ({
    page,
    seed,
    api: as,
    signInAs,
    expectAccessible,
  }) => {
    const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
    const params = { organizationId: seed.organizationId, siteId }
    const [alpha] = (await as(api.siteSections.list, { params })).items
    const act = { type: 'change-section' as const, id: alpha?.id ?? '', title: 'First', path: 'first' }
    await as(api.sitePlans.addSteps, { params, body: { acts: [act] } })
    const [entry] = (await as(api.siteHistory.list, { params })).items
    await signInAs('admin')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const site = `/o/${seed.organizationId}/sites/${siteId}/structure`
    for (const search of ['plan=true', 'add=library', 'history=list', `history=${entry?.id}`]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(`${site}?${search}`)
      await expect(page.locator('.st-side')).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 360, height: 740 })
      const review = page.getByRole('button', { name: 'Review and publish' })
      if (search === 'plan=true') await review.click()
      await expect(page.locator('.st-side')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    }
  })
}
