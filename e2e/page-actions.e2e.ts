import { api } from '#contract/api.ts'
import { save, saveOnRequest, source, write } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './service.ts'
import { treeNamed } from './tree.ts'

const { choose, row, tree } = treeNamed('Pages')

test('undo restores a deleted page with its id, text and position', async ({ page, seed, signInAs }) => {
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
  await expect(page.getByText('Restored “Mounting”')).toBeVisible()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Mounting', 'First start'])
  await expect(page).toHaveURL(address)
  await page.reload()
  await expect(page.getByText('All about Mounting.')).toBeVisible()
})

test('page settings are validated, saved and undone', async ({
  page,
  seed,
  callApi,
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
  await expect(dialog).toContainText('The old address redirects to it')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('From block to block')
  await dialog.getByRole('checkbox', { name: 'Outline of the page' }).uncheck()
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Cables')).toBeVisible()
  const { pages } = await callApi(api.spaceContent.get, { params: { spaceId: id } })
  expect(pages[0]).toMatchObject({
    title: 'Cables',
    path: 'cables',
    description: 'From block to block',
    layout: { outline: false, pagination: true },
  })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Wiring')).toBeVisible()
  const after = await callApi(api.spaceContent.get, { params: { spaceId: id } })
  expect(after.pages[0]).toMatchObject({ title: 'Wiring', path: 'wiring', layout: { outline: true } })
  expect(after.pages[0]).not.toHaveProperty('description')
})

test('a page is duplicated, and moved by keyboard with undo', async ({ page, seed, signInAs }) => {
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
  const undone = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Wiring copy', 'Mounting'])
  await undone
  await page.reload()
  await expect(tree(page).locator('a.title')).toHaveText(['Wiring', 'Wiring copy', 'Mounting'])
})

test('a draft that waits for Save survives the session and is offered after signing in again', async ({
  page,
  seed,
  signInAs,
  context,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.keyboard.press('e')
  await saveOnRequest(page)
  await source(page).focus()
  await page.keyboard.insertText('Written before the session ended. ')
  await context.clearCookies()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(source(page)).toContainText('Written before the session ended.')
  await save(page)
  await page.reload()
  await expect(source(page)).toContainText('Written before the session ended.')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('two tabs that edit one page store separate drafts, and nothing is lost', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.keyboard.press('e')
  await expect(source(page)).toBeVisible()
  await saveOnRequest(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await source(other).getByText('Text.').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' From the other tab.')
  await expect(page.getByText('You’re also editing this page in another tab.')).toBeVisible()
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

test('a file of more than a megabyte is uploaded, and a rejected file shows the reason', async ({
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
  await expect(page.getByRole('alert')).toContainText('Couldn’t add “run.exe”')
  await page.getByRole('button', { name: 'Dismiss run.exe' }).click()
  await save(page)
})
