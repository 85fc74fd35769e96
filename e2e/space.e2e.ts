import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const guide = resolve(import.meta.dirname, 'fixtures/guide')

const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Pages' })
const row = (page: Page, title: string): Locator =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
const titles = (page: Page): Locator => tree(page).locator('a.title')
const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })
const shownPage = (page: Page): Locator => page.getByRole('region', { name: 'Page', exact: true })

/** Saves and waits until the editor has taken in what the service made of it. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
}

/** Puts the cursor at the end of a line of the source. */
async function goToLine(page: Page, text: string): Promise<void> {
  await source(page).getByText(text, { exact: true }).first().click()
  await page.keyboard.press('End')
}

/** A second person's browser, signed in the same way. */
async function otherBrowser(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
  })
  return context.newPage()
}

/** What the browser refused to run or to style. */
function violations(page: Page): string[] {
  const found: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) found.push(message.text())
  })
  page.on('pageerror', (error) => found.push(error.message))
  return found
}

test('a folder is imported in the order of its SUMMARY, with its links and pictures', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const refused = violations(page)
  const { id } = await as(api.spaces.create, {
    params: { organizationId: seed.organizationId },
    body: { title: 'Installation guide', empty: true },
  })
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await expect(page.getByText('“Installation guide” has no pages yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Import pages' }).click()
  await expect(page.getByRole('heading', { name: 'Where the pages go' })).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel('Folder', { exact: true }).setInputFiles(guide)
  const report = page.locator('.im-report')
  await expect(report).toBeVisible()
  await expect(report.locator('.im-figures')).toContainText('Pages5')
  await expect(report).toContainText('gone.md')
  await expectAccessible(page)

  await report.getByRole('link', { name: 'Open the pages' }).click()
  await expect(titles(page)).toHaveText(['Welcome', 'Wiring', 'First start'])
  await expect(shownPage(page).getByRole('img', { name: 'The cabinet' })).toHaveJSProperty('naturalWidth', 2)
  await shownPage(page).getByRole('link', { name: 'terminal block' }).click()
  await expect(page).toHaveTitle(/^Terminal block/)
  await expect(titles(page)).toHaveText([
    'Welcome',
    'Wiring',
    'Terminal block',
    'Cable routes',
    'First start',
  ])
  await expect(row(page, 'Terminal block').getByRole('link')).toHaveAttribute('aria-current', 'page')
  await expect(shownPage(page).getByText('Only for licensed electricians.')).toBeVisible()
  await expect(shownPage(page).locator('.code .t-k, .code .t-s').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveText([
    'Before you start',
    'Torque values',
  ])
  await expectAccessible(page)
  expect(refused).toEqual([])
})

test('an address that is none is refused on the form, and a website that cannot be read is in the history with the reason', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/s/${id}/import?from=website`)
  await page.getByRole('textbox', { name: 'Address' }).fill('docs')
  await page.getByRole('button', { name: 'Import website' }).click()
  await expect(page.getByText('Give an absolute http or https address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/docs')
  await page.getByRole('button', { name: 'Import website' }).click()
  await expect(page.locator('.im-reason')).toContainText('could not be read')
  await expect(page.getByRole('button', { name: /127\.0\.0\.1:9\/docs.*Failed/ })).toBeVisible()
})

test('a page is written with its preview beside it, saved, and still so after a reload', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const refused = violations(page)
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await expect(shownPage(page).getByText('All about Wiring.')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/edit$/)
  await expectAccessible(page)

  await goToLine(page, 'Text.')
  await page.keyboard.type('\n\nMind the **rail**.')
  await expect(preview(page).locator('strong', { hasText: 'rail' })).toBeVisible()
  await expect(preview(page).locator('.is-here')).toHaveText('Mind the rail.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Wiring the cabinet')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(source(page)).toContainText('Mind the **rail**.')

  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page).toHaveURL(/view=read/)
  await expect(source(page)).toBeHidden()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Wiring the cabinet', exact: true })).toBeVisible()
  await expect(row(page, 'Wiring the cabinet')).toBeVisible()
  expect(refused).toEqual([])
})

test('what was not saved is offered back after the tab was closed, and leaving asks first', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await goToLine(page, 'Text.')
  await page.keyboard.type(' Kept.')
  await row(page, 'Wiring').getByRole('link').click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  const address = page.url()
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((value) => value.includes('Kept.'))))
    .toBe(true)
  const context = page.context()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByText('was not saved')).toBeVisible()
  await expect(source(again)).not.toContainText('Kept.')
  await again.getByRole('button', { name: 'Bring it back' }).click()
  await expect(source(again)).toContainText('Text. Kept.')
  await save(again)
  await again.reload()
  await expect(source(again)).toContainText('Text. Kept.')
  await expect(again.getByText('was not saved')).toBeHidden()
})

test('a picture that is chosen or pasted stands in the page', async ({ page, seed, signInAs }) => {
  const refused = violations(page)
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await goToLine(page, 'Text.')
  await page.keyboard.type('\n\n')
  await page.getByLabel('Image or file', { exact: true }).last().setInputFiles(`${guide}/images/cabinet.png`)
  await expect(source(page)).toContainText('![cabinet](/files/')
  await expect(preview(page).getByRole('img', { name: 'cabinet' })).toHaveJSProperty('naturalWidth', 2)
  const bytes = [...readFileSync(`${guide}/images/cabinet.png`)]
  await source(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(given)], 'front.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, bytes)
  await expect(source(page)).toContainText('![front](/files/')
  await save(page)
  await page.getByRole('button', { name: 'Done' }).click()
  for (const name of ['cabinet', 'front'])
    await expect(shownPage(page).getByRole('img', { name })).toHaveJSProperty('naturalWidth', 2)
  expect(refused).toEqual([])
})

test('two people write one page: both changes survive, and a clash is shown with nothing lost', async ({
  page,
  browser,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(source(page)).toBeVisible()
  const other = await otherBrowser(browser, page)
  await other.goto(page.url())
  await expect(source(other)).toBeVisible()

  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' First.')
  await save(page)
  await goToLine(other, 'Text.')
  await other.keyboard.type(' Second.')
  await save(other)
  await expect(source(other)).toContainText('All about Wiring. First.')
  await expect(source(other)).toContainText('Text. Second.')

  await goToLine(page, 'Text.')
  await page.keyboard.type(' Third.')
  await goToLine(page, 'All about Wiring. First.')
  await page.keyboard.type(' Fourth.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict).toContainText('Somebody else saved this page while you wrote.')
  await expect(conflict.locator('.cf-words')).toHaveText(['Text. Third.', 'Text. Second.'])
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Write it by hand' }).click()
  await conflict.getByRole('textbox').fill('Text. Second. Third.')
  await conflict.getByRole('button', { name: 'Save my choice' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect(source(page)).toContainText('Text. Second. Third.')
  await other.reload()
  await expect(source(other)).toContainText('All about Wiring. First. Fourth.')
  await expect(source(other)).toContainText('Text. Second. Third.')
  await other.context().close()
})

test('two people write one page of a change request: the same holds there, and the request shows what both wrote', async ({
  page,
  browser,
  api: as,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId: id } })
  const request = await as(api.changeRequests.create, { params: { spaceId: id }, body: { subject: 'Both' } })
  await signInAs('admin')
  await page.goto(`/s/${id}/changes/${request.number}/pages/${pages[0]?.id}/edit`)
  await expect(source(page)).toBeVisible()
  const other = await otherBrowser(browser, page)
  await other.goto(page.url())
  await expect(source(other)).toBeVisible()

  await goToLine(page, 'All about Wiring.')
  await page.keyboard.type(' First.')
  await save(page)
  await goToLine(other, 'Text.')
  await other.keyboard.type(' Second.')
  await save(other)
  await expect(source(other)).toContainText('All about Wiring. First.')
  await expect(source(other)).toContainText('Text. Second.')

  await goToLine(page, 'Text.')
  await page.keyboard.type(' Third.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('region', { name: 'Conflict' })
  await expect(conflict.locator('.cf-words')).toHaveText(['Text. Third.', 'Text. Second.'])
  await conflict.getByRole('button', { name: 'Write it by hand' }).click()
  await conflict.getByRole('textbox').fill('Text. Second. Third.')
  await conflict.getByRole('button', { name: 'Save my choice' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()

  await other.goto(`/s/${id}/changes/${request.number}`)
  const changes = other.getByRole('region', { name: 'Changes of Wiring', exact: true })
  for (const words of ['First.', 'Second. Third.'])
    await expect(changes.locator('ins').filter({ hasText: words }).first()).toBeVisible()
  await other.context().close()
})

/** A row taken by the mouse and let go over the lower part of another, or in its middle. */
async function drag(page: Page, title: string, to: string, part: number): Promise<void> {
  const from = await row(page, title).boundingBox()
  const over = await row(page, to).boundingBox()
  if (!from || !over) throw new Error('The rows are not on screen')
  await page.mouse.move(from.x + 60, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 64, from.y + from.height / 2 + 8, { steps: 3 })
  await page.mouse.move(from.x + 64, over.y + over.height * part, { steps: 8 })
  await page.mouse.up()
}

test('pages are dragged, renamed, hidden and deleted in the tree, and stay so', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Mounting', 'Wiring', 'Terminal block'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  const before = (await titles(page).allTextContents()).filter((title) => title !== 'Terminal block')
  const edited = () =>
    page.waitForResponse((answer) => answer.request().method() === 'POST' && /\/content$/.test(answer.url()))

  const nested = edited()
  await drag(page, 'Terminal block', 'Wiring', 0.5)
  expect((await nested).status()).toBe(200)
  await row(page, 'Wiring').getByRole('button', { name: 'Open Wiring' }).click()
  await expect(row(page, 'Terminal block')).toHaveAttribute('aria-level', '2')
  const moved = edited()
  await drag(page, 'Mounting', 'Wiring', 0.9)
  expect((await moved).status()).toBe(200)
  await page.reload()
  await expect(row(page, 'Terminal block')).toHaveAttribute('aria-level', '2')
  expect((await titles(page).allTextContents()).filter((title) => title !== 'Terminal block')).not.toEqual(
    before,
  )

  await row(page, 'Wiring').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Cables')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Cables')).toBeVisible()

  await row(page, 'Terminal block').hover()
  await page.getByRole('button', { name: 'Actions for Terminal block' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Hide from navigation' }).click()
  await expect(row(page, 'Terminal block')).toContainText('hidden from navigation')

  await row(page, 'Cables').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toContainText('below it go')
  await expect(page.getByRole('alertdialog')).toContainText('“Terminal block”')
  await page.getByRole('button', { name: 'Delete Cables' }).click()
  await expect(row(page, 'Cables')).toHaveCount(0)
  await expect(page.getByText('Deleted “Cables”')).toBeVisible()
  await page.reload()
  await expect(page.getByText('“Guide” has no pages yet')).toBeVisible()

  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Title' }).fill('First start')
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First start')
})

test('a page that somebody else deleted goes back to its place, and why is said', async ({
  page,
  seed,
  api: as,
  signInAs,
  hearNothing,
}) => {
  const id = await seed.space('Guide', ['Mounting', 'Wiring'])
  await hearNothing()
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await expect(row(page, 'Wiring')).toBeVisible()
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId: id }, query: {} })
  const mounting = pages.find(({ title }) => title === 'Mounting')?.id ?? ''
  await as(api.spaceContent.edit, {
    params: { spaceId: id },
    body: { changes: [{ operation: 'delete_page', page: mounting }] },
  })
  await drag(page, 'Wiring', 'Mounting', 0.5)
  await expect(page.getByText('“Wiring” went back')).toBeVisible()
  await expect(row(page, 'Wiring')).toHaveAttribute('aria-level', '1')
})

test('who may only read sees the pages and no way to change them', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('read')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await expect(shownPage(page).getByText('All about Wiring.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(New page|Move|Actions for)/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goto(`${page.url()}/edit`)
  await expect(page.getByText('“Wiring” is open to you for reading')).toBeVisible()
  await page.goto(`/s/${id}/p/nothing`)
  await expect(page.getByText('There is no such page here')).toBeVisible()
})

test('a locked space says so and takes nothing', async ({ page, seed, api: as, signInAs }) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await goToLine(page, 'Text.')
  await page.keyboard.type(' More.')
  await as(api.spaces.update, { params: { spaceId: id }, body: { editMode: 'locked' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('locked while you wrote')
  await expect(source(page)).toContainText('Text. More.')
  await as(api.spaces.update, { params: { spaceId: id }, body: { editMode: 'live' } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Locked' }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved “Guide”')).toBeVisible()
  await page.getByRole('link', { name: 'Pages' }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })
  test('page, editor, import and settings are accessible', async ({
    page,
    seed,
    signInAs,
    expectAccessible,
  }) => {
    const id = await seed.space('Guide', ['Wiring'])
    await signInAs('admin')
    await page.goto(`/s/${id}`)
    await row(page, 'Wiring').getByRole('link').click()
    await expect(shownPage(page).getByText('All about Wiring.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(preview(page)).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/s/${id}/import`)
    await expect(page.getByRole('heading', { name: 'Where the pages go' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/s/${id}/settings`)
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('nothing runs out sideways, and the tree is a sheet', async ({
    page,
    seed,
    signInAs,
    expectAccessible,
  }) => {
    const id = await seed.space('Guide', ['Wiring', 'Mounting'])
    const noSideways = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await signInAs('admin')
    await page.goto(`/s/${id}`)
    await page.getByRole('button', { name: 'Pages', exact: true }).click()
    await expect(row(page, 'Mounting')).toBeVisible()
    await expectAccessible(page)
    await row(page, 'Mounting').getByRole('link').click()
    await expect(page).toHaveTitle(/^Mounting/)
    await expect(tree(page)).toHaveCount(0)
    await noSideways()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(source(page)).toBeVisible()
    await expect(preview(page)).toHaveCount(0)
    await noSideways()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(preview(page)).toBeVisible()
    await noSideways()
    await page.goto(`/s/${id}/import`)
    await expect(page.getByRole('heading', { name: 'Where the pages go' })).toBeVisible()
    await noSideways()
    await page.goto(`/s/${id}/settings`)
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
    await noSideways()
  })
})
