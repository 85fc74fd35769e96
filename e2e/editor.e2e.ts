import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const tree = (page: Page): Locator => page.getByRole('treegrid', { name: 'Pages' })
const row = (page: Page, title: string): Locator =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
const source = (page: Page): Locator => page.getByRole('textbox', { name: 'Markdown' })
const lines = (page: Page): Locator => source(page).locator('.cm-line')
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })
const menu = (page: Page): Locator => page.getByRole('listbox', { name: 'Completions' })

/** Opens a page of a new space in the editor, with an empty text under the cursor. */
async function write(page: Page, title: string, text = ''): Promise<void> {
  await row(page, title).getByRole('link').click()
  await page.keyboard.press('e')
  await expect(source(page)).toBeVisible()
  await source(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  if (text !== '') await page.keyboard.insertText(text)
}

/** What the editor holds, line by line. */
const written = (page: Page): Promise<string[]> =>
  lines(page).evaluateAll((all) => all.map((line) => (line as HTMLElement).innerText.replace(/\n$/, '')))

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
}

/** Pastes as a program would, with what it puts on the clipboard. */
async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await source(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
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

test('a slash offers blocks, by key and by pointer, and none in code', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const refused = violations(page)
  const id = await seed.space('Guide', ['Wiring', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', 'Before')

  await page.keyboard.type('\n/')
  await expect(menu(page).getByRole('option')).not.toHaveCount(0)
  await expect(menu(page).getByRole('option').first()).toContainText('Heading 2')
  await expectAccessible(page)
  await page.keyboard.type('war')
  await expect(menu(page).getByRole('option')).toHaveText(['WarningWhat may go wrong'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Mind the rail.')
  await expect(preview(page).locator('.hint.warning')).toContainText('Mind the rail.')

  await page.keyboard.press('Control+End')
  await page.keyboard.type('/')
  await expect(menu(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await page.keyboard.type('tabs')
  await expect(menu(page)).toBeHidden()
  for (const _ of '/tabs') await page.keyboard.press('Backspace')

  await page.getByRole('button', { name: 'Insert a block' }).click()
  await menu(page).getByRole('option', { name: 'Tabs' }).click()
  await page.keyboard.type('npm')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Run it.')
  await expect(preview(page).getByRole('tab')).toHaveText(['npm', 'Second'])
  await expect(preview(page).getByRole('tabpanel').first()).toContainText('Run it.')

  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n```ty')
  await menu(page).getByRole('option', { name: 'typescript' }).click()
  await page.keyboard.type('\n/x')
  await expect(menu(page)).toBeHidden()
  await save(page)
  await page.reload()
  await expect(source(page)).toContainText('{% tab title="npm" %}')
  expect(refused).toEqual([])
})

test('pages are linked by their titles and emojis written by their names', async ({
  page,
  seed,
  api: as,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring', 'Terminal [block]', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', 'See ')
  await page.keyboard.type('[[ter')
  await expect(menu(page).getByRole('option')).toHaveText(['Terminal [block]'])
  await page.keyboard.press('Enter')
  expect(await written(page)).toEqual(['See [Terminal \\[block\\]](/terminal-block.md)'])
  await page.keyboard.type(' :roc')
  await menu(page)
    .getByRole('option', { name: /rocket/ })
    .click()
  await expect(source(page)).toContainText('🚀')
  await expect(preview(page).getByRole('link', { name: 'Terminal [block]' })).toBeVisible()
  await save(page)

  // The link is kept by the page itself, so it follows when that moves.
  const { pages } = await as(api.spaceContent.get, { params: { spaceId: id } })
  const block = pages.find(({ title }) => title === 'Terminal [block]')?.id ?? ''
  await as(api.spaceContent.edit, {
    params: { spaceId: id },
    body: { changes: [{ operation: 'update_page', page: block, slug: 'block' }] },
  })
  await page.reload()
  await expect(source(page)).toContainText('(/block.md)')
})

test('formatted text, cells and addresses are pasted as Markdown, and with Shift as they are', async ({
  page,
  seed,
  signInAs,
}) => {
  const refused = violations(page)
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring')
  await paste(page, {
    'text/html':
      '<h2>Tools</h2><p>Use <b>both</b> <a href="https://example.org/x">brackets</a>.</p><script>alert(1)</script>',
    'text/plain': 'Tools\nUse both brackets.',
  })
  await expect(source(page)).toContainText('Use **both** [brackets](https://example.org/x).')
  expect(await written(page)).toEqual(['## Tools', '', 'Use **both** [brackets](https://example.org/x).', ''])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('the guide')
  await page.keyboard.press('Control+a')
  await paste(page, { 'text/plain': 'https://example.org/guide' })
  expect(await written(page)).toEqual(['[the guide](https://example.org/guide)'])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await paste(page, { 'text/plain': 'Terminal\tNm\nDC+\t3.2' })
  expect((await written(page)).slice(0, 3)).toEqual(['| Terminal | Nm |', '| --- | --- |', '| DC+ | 3.2 |'])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.down('Shift')
  await paste(page, { 'text/html': '<h2>Tools</h2>', 'text/plain': 'Tools' })
  await page.keyboard.up('Shift')
  expect(await written(page)).toEqual(['Tools'])
  expect(refused).toEqual([])
})

test('Tab goes through a table, moves items of a list, and leaves the editor elsewhere', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', '| A | B |\n| --- | --- |\n| 1 | 2 |')
  await page.keyboard.press('Tab')
  await page.keyboard.type('three')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('drei')
  expect(await written(page)).toEqual(
    ['| A   | B   |', '| --- | --- |', '| 1   | 2   |', '| drei | |'].map((line, at) =>
      at === 3 ? expect.stringContaining('drei') : expect.stringContaining(line.slice(0, 3)),
    ),
  )

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('- one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await page.keyboard.press('Tab')
  expect(await written(page)).toEqual(['- one', '  - two'])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('words')
  await page.keyboard.press('Tab')
  await expect(source(page)).not.toBeFocused()
})

test('the text has all the room there is, by key, and its headings are a menu away', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', `# Top\n\n${'text\n\n'.repeat(60)}## Torque values\n\nEnd`)
  await page.keyboard.press('Control+.')
  await expect(tree(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Focus on the text' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('menuitem', { name: 'Top' }).click()
  await expect(source(page)).toBeFocused()
  await page.keyboard.type('x')
  await expect(lines(page).first()).toHaveText('x# Top')
  await page.keyboard.press('Control+.')
  await expect(tree(page)).toBeVisible()

  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('Torque')
  await page.keyboard.press('Enter')
  await expect(source(page).locator('.cm-searchMatch-selected')).toHaveText('Torque')
})

/** Opens the menu of a page in the tree and chooses from it. */
async function choose(page: Page, title: string, act: string): Promise<void> {
  await row(page, title).hover()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

test('a deleted page comes back with its id, its text and its place', async ({ page, seed, signInAs }) => {
  const id = await seed.space('Guide', ['Wiring', 'Mounting', 'First start'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Mounting').getByRole('link').click()
  await expect(page.getByText('All about Mounting.')).toBeVisible()
  const address = page.url()
  await choose(page, 'Mounting', 'Delete')
  await expect(page.getByText('Deleted “Mounting”')).toBeVisible()
  await expect(row(page, 'Mounting')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('“Mounting” is back')).toBeVisible()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Mounting', 'First start'])
  await expect(page).toHaveURL(address)
  await page.reload()
  await expect(page.getByText('All about Mounting.')).toBeVisible()
})

test('the settings of a page are saved, refused with a reason, and put back', async ({
  page,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Wiring', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await choose(page, 'Wiring', 'Settings…')
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Cables')
  await dialog.getByRole('textbox', { name: 'Path' }).fill('mounting')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Path' }).fill('cables')
  await expect(dialog).toContainText('The old address leads to the new one')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From block to block')
  await dialog.getByRole('checkbox', { name: 'Contents at the side' }).uncheck()
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Cables')).toBeVisible()
  const { pages } = await as(api.spaceContent.get, { params: { spaceId: id } })
  expect(pages[0]).toMatchObject({
    title: 'Cables',
    path: 'cables',
    description: 'From block to block',
    layout: { outline: false, pagination: true },
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Wiring')).toBeVisible()
  const after = await as(api.spaceContent.get, { params: { spaceId: id } })
  expect(after.pages[0]).toMatchObject({ title: 'Wiring', path: 'wiring', layout: { outline: true } })
  expect(after.pages[0]).not.toHaveProperty('description')
})

test('a page is duplicated, and moved by keyboard with a way back', async ({ page, seed, signInAs }) => {
  const id = await seed.space('Guide', ['Wiring', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await choose(page, 'Wiring', 'Duplicate')
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Wiring copy', 'Mounting'])
  await expect(page.getByText('All about Wiring.')).toBeVisible()

  await choose(page, 'Wiring copy', 'Move to…')
  await expect(page.getByRole('combobox', { name: 'Find in pages' })).toBeFocused()
  await page.keyboard.type('mou')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move page' }).press('Enter')
  await expect(page.getByText('Moved “Wiring copy” into “Mounting”')).toBeVisible()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Mounting', 'Wiring copy'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Wiring copy', 'Mounting'])
  await page.reload()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Wiring copy', 'Mounting'])
})

test('what was written outlives the session and is offered after signing in again', async ({
  page,
  seed,
  signInAs,
  context,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', 'Written before the session ended.')
  await context.clearCookies()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/sign-in/)
  await signInAs('admin')
  await page.goto(new URL(page.url()).searchParams.get('to') ?? '')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(source(page)).toContainText('Written before the session ended.')
  await save(page)
  await page.reload()
  await expect(source(page)).toContainText('Written before the session ended.')
  await expect(page.getByRole('button', { name: 'Bring it back' })).toHaveCount(0)
})

test('two tabs that write one page keep apart, and nothing is lost', async ({ page, seed, signInAs }) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.keyboard.press('e')
  await expect(source(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await source(other).getByText('Text.').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' From the other tab.')
  await expect(page.getByText('You write this page in another tab too.')).toBeVisible()
  await source(page).getByText('All about Wiring.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' From this one.')
  await save(page)
  await save(other)
  await expect(source(other)).toContainText('From this one.')
  await page.reload()
  await expect(source(page)).toContainText('All about Wiring. From this one.')
  await expect(source(page)).toContainText('Text. From the other tab.')
})

test('a file of more than a megabyte is uploaded, and one that is refused says why', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring')
  const input = page.getByLabel('Image or file').locator('visible=false').last()
  await input.setInputFiles({
    name: 'list.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(1_500_000, 'a line of text\n'),
  })
  await expect(source(page)).toContainText('{% file src="/files/')
  await input.setInputFiles({
    name: 'run.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ'),
  })
  await expect(page.getByRole('alert')).toContainText('“run.exe” was not added')
  await page.getByRole('button', { name: 'Forget run.exe' }).click()
  await save(page)
})
