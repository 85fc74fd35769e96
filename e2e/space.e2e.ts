import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { preview, source } from './editor.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { drag, row, titles, tree } = treeNamed('Pages')
const shownPage = (page: Page): Locator => page.getByRole('region', { name: 'Page', exact: true })

/** Moves the cursor to the end of a line of the Markdown. */
async function goToLine(page: Page, text: string): Promise<void> {
  await source(page).getByText(text, { exact: true }).first().click()
  await page.keyboard.press('End')
}

test('pages are dragged, renamed, hidden and deleted in the tree, and the changes survive a reload', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Mounting', 'Wiring', 'Terminal block'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  const before = (await titles(page).allTextContents()).filter((title) => title !== 'Terminal block')
  const editResponse = () =>
    page.waitForResponse((answer) => answer.request().method() === 'POST' && /\/content$/.test(answer.url()))

  const nested = editResponse()
  await drag(page, 'Terminal block', 'Wiring', 0.5)
  expect((await nested).status()).toBe(200)
  await row(page, 'Wiring').getByRole('button', { name: 'Open Wiring' }).click()
  await expect(row(page, 'Terminal block')).toHaveAttribute('aria-level', '2')
  const moved = editResponse()
  await drag(page, 'Mounting', 'Wiring', 0.5)
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
  await expect(page.getByRole('alertdialog')).toContainText('below it are deleted too')
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
  await page.goBack()
  await expect(shownPage(page).getByRole('heading', { level: 1, name: 'First start' })).toBeVisible()
  await expect(page).not.toHaveURL(/new=page/)
})

test('a drop onto a page that someone else deleted is reverted with a message', async ({
  page,
  seed,
  callApi,
  signInAs,
  blockChangeStream,
}) => {
  const id = await seed.space('Guide', ['Mounting', 'Wiring'])
  await blockChangeStream()
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await expect(row(page, 'Wiring')).toBeVisible()
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: id }, query: {} })
  const mounting = pages.find(({ title }) => title === 'Mounting')?.id ?? ''
  await callApi(api.spaceContent.edit, {
    params: { spaceId: id },
    body: { changes: [{ operation: 'delete_page', page: mounting }] },
  })
  await drag(page, 'Wiring', 'Mounting', 0.5)
  await expect(page.getByText('Couldn’t move “Wiring”')).toBeVisible()
  await expect(row(page, 'Wiring')).toHaveAttribute('aria-level', '1')
})

test('a reader sees the pages without a way to change them', async ({
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
  await expect(page.getByText('You can’t edit “Wiring”')).toBeVisible()
  await page.goto(`/s/${id}/p/nothing`)
  await expect(page.getByText('This page doesn’t exist')).toBeVisible()
})

test('a locked space rejects edits with a message', async ({ page, seed, callApi, signInAs }) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await goToLine(page, 'Text.')
  await page.keyboard.type(' More.')
  await callApi(api.spaces.update, { params: { spaceId: id }, body: { editMode: 'locked' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('locked the space while you were writing')
  await expect(source(page)).toContainText('Text. More.')
  await callApi(api.spaces.update, { params: { spaceId: id }, body: { editMode: 'live' } })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/^Saved /)).toBeVisible()

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('navigation', { name: 'Space' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Locked' }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved “Guide”')).toBeVisible()
  await page.getByRole('link', { name: 'Pages' }).click()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('a page shows who edited it and which changes are open, and a locked space starts a change request', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Torque'])
  const params = { spaceId }
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const [wiring = '', torque = ''] = ['Wiring', 'Torque'].map(
    (title) => pages.find((one) => one.title === title)?.id ?? '',
  )
  const write = (pageId: string, markdown: string) => ({
    operation: 'update_page' as const,
    page: pageId,
    document: { markdown },
  })
  await callApi(api.spaceContent.edit, { params, body: { changes: [write(torque, '[Gone](./gone.md)\n')] } })
  const request = await callApi(api.changeRequests.create, { params, body: { subject: 'New units' } })
  await callApi(api.changeRequestContent.edit, {
    params: { ...params, changeRequestId: request.id },
    body: { changes: [write(wiring, 'In newton meters.\n')] },
  })
  await callApi(api.spaces.update, { params, body: { editMode: 'locked' } })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${wiring}`)
  await expect(page.getByText(/^Edited .* by \S/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Links 1 broken' })).toBeVisible()
  await expectAccessible(page)
  const openChanges = page.getByRole('navigation', { name: 'Open changes' })
  await openChanges.getByRole('link', { name: /New units/ }).click()
  await expect(page.getByRole('heading', { name: 'New units' })).toBeVisible()
  await page.goto(`/s/${spaceId}/p/${torque}`)
  await expect(page.getByText(/^Edited .* by \S/)).toBeVisible()
  await expect(openChanges).toHaveCount(0)
  await page.getByRole('link', { name: 'Start change request' }).click()
  await expect(page.getByLabel('Subject')).toBeFocused()
})

test('the page tree stays in the editor, and what was typed is saved on the way', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring', 'Torque'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(source(page)).toContainText('All about Wiring.')
  await row(page, 'Torque').getByRole('link').click()
  await expect(source(page)).toContainText('All about Torque.')
  await goToLine(page, 'Text.')
  await page.keyboard.type(' More.')
  await row(page, 'Wiring').getByRole('link').click()
  await expect(source(page)).toContainText('All about Wiring.')
  await expect(source(page)).not.toContainText('More.')
  await row(page, 'Torque').getByRole('link').click()
  await expect(source(page)).toContainText('Text. More.')
})

test.describe('in dark mode', () => {
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
  test('nothing overflows horizontally, and the page tree is a sheet', async ({
    page,
    seed,
    signInAs,
    expectAccessible,
  }) => {
    const id = await seed.space('Guide', ['Wiring', 'Mounting'])
    await signInAs('admin')
    await page.goto(`/s/${id}`)
    await page.getByRole('button', { name: 'Pages', exact: true }).click()
    await expect(row(page, 'Mounting')).toBeVisible()
    await expectAccessible(page)
    await row(page, 'Mounting').getByRole('link').click()
    await expect(page).toHaveTitle(/^Mounting/)
    await expect(tree(page)).toHaveCount(0)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(source(page)).toBeVisible()
    await expect(preview(page)).toHaveCount(0)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview(page)).toBeVisible()
    await expectNoOverflow(page)
    await page.goto(`/s/${id}/import`)
    await expect(page.getByRole('heading', { name: 'Where the pages go' })).toBeVisible()
    await expectNoOverflow(page)
    await page.goto(`/s/${id}/settings`)
    await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible()
    await expectNoOverflow(page)
  })
})

test('icons in the text of a page are drawn where it is read and in the preview', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Launch'])
  const params = { spaceId: id }
  const { pages } = await callApi(api.spaceContent.pages, { params, query: {} })
  const markdown = 'By <i class="fa-rocket">:rocket:</i>, not <i class="fa-zzzzzz">:zzzzzz:</i>'
  await callApi(api.spaceContent.edit, {
    params,
    body: { changes: [{ operation: 'update_page', page: pages[0]?.id ?? '', document: { markdown } }] },
  })
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Launch').getByRole('link').click()
  await expect(shownPage(page).locator('.page-body svg.fa')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('e')
  await expect(preview(page).locator('svg.fa')).toHaveCount(1)
})
