import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { preview, save, saveOnRequest, source, violations } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { row } = treeNamed('Pages')
const guide = resolve(import.meta.dirname, 'fixtures/guide')

const shownPage = (page: Page): Locator => page.getByRole('region', { name: 'Page', exact: true })

/** Moves the cursor to the end of a line of the Markdown. */
async function goToLine(page: Page, text: string): Promise<void> {
  await source(page).getByText(text, { exact: true }).first().click()
  await page.keyboard.press('End')
}

test('a page is edited next to its preview and saved, and the text survives a reload', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
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
  await page.getByRole('textbox', { name: 'Title' }).fill('Wiring the cabinet')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(source(page)).toContainText('Mind the **rail**.')

  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page).toHaveURL(/view=read/)
  await expect(source(page)).toBeHidden()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Wiring the cabinet', exact: true })).toBeVisible()
  await expect(row(page, 'Wiring the cabinet')).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('with saving on request, an unsaved draft is offered after the tab was closed, and leaving asks first', async ({
  page,
  seed,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await saveOnRequest(page)
  await goToLine(page, 'Text.')
  await page.keyboard.type(' Kept.')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Save your changes before leaving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  const address = page.url()
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((value) => value.includes('Kept.'))))
    .toBe(true)
  const context = page.context()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByText('You have unsaved changes to this page')).toBeVisible()
  await expect(source(again)).not.toContainText('Kept.')
  await again.getByRole('button', { name: 'Restore' }).click()
  await expect(source(again)).toContainText('Text. Kept.')
  await save(again)
  await again.reload()
  await expect(source(again)).toContainText('Text. Kept.')
  await expect(again.getByText('You have unsaved changes to this page')).toBeHidden()
})

test('a picked or pasted image is inserted into the page', async ({ page, seed, signInAs }) => {
  const browserErrors = violations(page)
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
  await source(page).evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([new Uint8Array(content)], 'front.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, bytes)
  await expect(source(page)).toContainText('![front](/files/')
  await save(page)
  await page.getByRole('button', { name: 'Done' }).click()
  for (const name of ['cabinet', 'front'])
    await expect(shownPage(page).getByRole('img', { name })).toHaveJSProperty('naturalWidth', 2)
  expect(browserErrors).toEqual([])
})

test('when two people edit a page, both changes survive and a conflict is shown without loss', async ({
  page,
  openWindow,
  seed,
  signInAs,
  blockChangeStream,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await blockChangeStream()
  await page.goto(`/s/${id}`)
  await row(page, 'Wiring').getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(source(page)).toBeVisible()
  await saveOnRequest(page)
  const other = await openWindow()
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
  await expect(conflict).toContainText('You, in another window, saved this page while you were editing.')
  for (const name of [/^Text\. Third\./, /^Text\. Second\./])
    await expect(conflict.getByRole('radio', { name })).toBeAttached()
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Edit manually' }).click()
  await conflict.getByRole('textbox').fill('Text. Second. Third.')
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await expect(source(page)).toContainText('Text. Second. Third.')
  await other.reload()
  await expect(source(other)).toContainText('All about Wiring. First. Fourth.')
  await expect(source(other)).toContainText('Text. Second. Third.')
  await other.context().close()
})

test('when two people edit a page in a change request, conflicts are resolved and the request shows both changes', async ({
  page,
  openWindow,
  callApi,
  seed,
  signInAs,
  blockChangeStream,
}) => {
  const id = await seed.space('Guide', ['Wiring'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: id } })
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId: id },
    body: { subject: 'Both' },
  })
  await signInAs('admin')
  await blockChangeStream()
  await page.goto(`/s/${id}/changes/${request.number}/pages/${pages[0]?.id}/edit`)
  await expect(source(page)).toBeVisible()
  await saveOnRequest(page)
  const other = await openWindow()
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
  for (const name of [/^Text\. Third\./, /^Text\. Second\./])
    await expect(conflict.getByRole('radio', { name })).toBeAttached()
  await conflict.getByRole('button', { name: 'Edit manually' }).click()
  await conflict.getByRole('textbox').fill('Text. Second. Third.')
  await conflict.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()

  await other.goto(`/s/${id}/changes/${request.number}`)
  const changes = other.getByRole('region', { name: 'Changes of Wiring', exact: true })
  for (const words of ['First.', 'Second. Third.'])
    await expect(changes.locator('ins').filter({ hasText: words }).first()).toBeVisible()
  await other.context().close()
})
