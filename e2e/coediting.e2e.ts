import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { lines, source, violations } from './editor.ts'
import { type Call, expect, type Seed, test } from './fixtures.ts'

/** A space with one page, and the address of its editor. */
async function aPage(seed: Seed, callApi: Call) {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const params = { spaceId }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const pageId = pages[0]?.id ?? ''
  const saved = async () => {
    const one = await callApi(api.spaceContent.page, { params: { ...params, pageId }, query: {} })
    return one.type === 'document' ? { title: one.title, markdown: one.markdown ?? '' } : undefined
  }
  return { params, pageId, saved, editor: `/s/${spaceId}/p/${pageId}/edit` }
}

const visual = (page: Page) => page.locator('.ProseMirror')
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const cursorOf = (page: Page, name: string) => page.locator(`.cm-person[data-name="${name}"]`)

/** Opens the editor, until others see that. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(source(page)).toContainText('All about Wiring.')
}

/** Types at the end of a line of the Markdown. */
async function append(page: Page, line: string, text: string): Promise<void> {
  await lines(page).filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(text)
}

const textOf = async (page: Page): Promise<string> => (await lines(page).allTextContents()).join('\n')

test('two people write in the source at the same time, see each other’s cursors, and undo only what is theirs', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const errors = violations(page)
  const { editor, saved } = await aPage(seed, callApi)
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await expect(other.getByRole('list', { name: 'Editing now' })).toBeVisible()

  await append(page, 'All about Wiring.', ' From Rita.')
  await expect(source(other)).toContainText('All about Wiring. From Rita.')
  await expect(cursorOf(other, 'Rita edit')).toHaveCount(1)
  await append(other, 'Text.', ' From the admin.')
  await expect(source(page)).toContainText('Text. From the admin.')
  await expect(page.locator('.cm-person')).toHaveCount(1)
  await Promise.all([page.keyboard.type(' More from Rita.'), other.keyboard.type(' More from the admin.')])
  for (const one of [page, other]) {
    await expect(source(one)).toContainText('All about Wiring. From Rita. More from Rita.')
    await expect(source(one)).toContainText('Text. From the admin. More from the admin.')
  }
  expect(await textOf(page)).toBe(await textOf(other))
  await expectAccessible(page)
  await expectAccessible(other)

  await page.keyboard.press('Control+z')
  await expect(source(other)).not.toContainText('More from Rita.')
  await expect(source(other)).toContainText('More from the admin.')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect
    .poll(async () => (await saved())?.markdown)
    .toContain('Text. From the admin. More from the admin.')
  await expect(page.getByRole('status').filter({ hasText: 'saved this page' })).toHaveCount(0)

  await other.close()
  await expect(page.locator('.cm-person')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Editing now' })).toHaveCount(0)
  expect(errors).toEqual([])
})

test('one writes in the visual editor and the other in the source', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { editor } = await aPage(seed, callApi)
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await visual(page).getByText('All about Wiring.').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Seen.')
  await expect(source(other)).toContainText('All about Wiring. Seen.')
  await append(other, 'Text.', ' Read.')
  await expect(visual(page)).toContainText('Text. Read.')
  await page.keyboard.type(' Again.')
  await expect(source(other)).toContainText('All about Wiring. Seen. Again.')
  // The source follows while it is hidden.
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toContainText('Text. Read.')
  await expect.poll(() => textOf(page)).toBe(await textOf(other))
})

test('a title that someone else changes leaves my cursor in it where it is', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { editor, saved } = await aPage(seed, callApi)
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await expect(other.getByRole('list', { name: 'Editing now' })).toBeVisible()
  await title(page).press('End')
  await title(other).press('Home')
  await title(other).pressSequentially('Safe ')
  await expect(title(page)).toHaveValue('Safe Wiring')
  await title(page).pressSequentially(' at home')
  await expect(title(other)).toHaveValue('Safe Wiring at home')
  await expect.poll(async () => (await saved())?.title).toBe('Safe Wiring at home')
})

test('what I write offline is merged with what others wrote meanwhile', async ({
  page,
  context,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { editor, saved } = await aPage(seed, callApi)
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await expect(other.getByRole('list', { name: 'Editing now' })).toBeVisible()
  await context.setOffline(true)
  await append(page, 'All about Wiring.', ' Offline.')
  await expect(page.getByText('Offline: your changes are kept on this device').first()).toBeVisible()
  await expect(other.getByRole('list', { name: 'Editing now' })).toHaveCount(0)
  await append(other, 'All about Wiring.', ' Online.')
  await context.setOffline(false)
  for (const one of [page, other]) {
    await expect(source(one)).toContainText('Offline.')
    await expect(source(one)).toContainText('Online.')
  }
  await expect.poll(() => textOf(page)).toBe(await textOf(other))
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect.poll(async () => (await saved())?.markdown).toContain('Offline.')
})

test('what I wrote offline is there after the tab was closed, on top of what others wrote', async ({
  page,
  context,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { editor } = await aPage(seed, callApi)
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await expect(other.getByRole('list', { name: 'Editing now' })).toBeVisible()
  await context.setOffline(true)
  await append(page, 'All about Wiring.', ' Offline.')
  await expect(page.getByText('Offline: your changes are kept on this device').first()).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('about:blank')
  await append(other, 'All about Wiring.', ' Online.')
  await context.setOffline(false)
  await page.goto(editor)
  for (const one of [page, other]) {
    await expect(source(one)).toContainText('Offline.')
    await expect(source(one)).toContainText('Online.')
  }
  await expect.poll(() => textOf(page)).toBe(await textOf(other))
})

test('the picture of someone scrolls to their cursor, in the source and in the visual editor', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const { editor, params, pageId } = await aPage(seed, callApi)
  const markdown = `All about Wiring.\n\n${'Much text.\n\n'.repeat(200)}The end.\n`
  const changes = [{ operation: 'update_page' as const, page: pageId, document: { markdown } }]
  await callApi(api.spaceContent.edit, { params, body: { changes } })
  await signInAs('edit')
  await open(page, editor)
  const other = await openAdminWindow()
  await open(other, editor)
  await source(other).focus()
  await other.keyboard.press('Control+End')
  const picture = page.getByRole('button', { name: /^Go to the cursor of/ })
  await expect(picture).toBeVisible()
  await expect(source(page).getByText('The end.')).toHaveCount(0)
  await expect(async () => {
    await picture.click()
    await expect(page.locator('.cm-person')).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: 'Visual', exact: true }).click()
  await expect(page.locator('.other-caret')).toHaveCount(1)
  await expect(page.locator('.other-caret')).not.toBeInViewport()
  await picture.click()
  await expect(page.locator('.other-caret')).toBeInViewport()
})
