import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const list = (page: Page): Locator => page.getByRole('grid', { name: 'Files' })
const row = (page: Page, name: string): Locator => list(page).getByRole('row').filter({ hasText: name })
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('files are added, found, renamed and deleted, and a deletion can be undone', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/files`)
  await expect(page.getByText('“Guide” has no files yet')).toBeVisible()
  await expectAccessible(page)

  await page
    .getByLabel('Files to add')
    .setInputFiles([
      text('notes.txt', 'Notes'),
      { name: 'plan.png', mimeType: 'image/png', buffer: picture },
      text('tool.exe', 'MZ'),
    ])
  await expect(row(page, 'notes.txt')).toContainText('5 bytes')
  await expect(row(page, 'plan.png')).toContainText('1 × 1')
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads).toContainText('Programs such as “.exe” can’t be uploaded')
  await expectAccessible(page)
  await uploads.getByRole('button', { name: 'Dismiss' }).click()
  await expect(uploads).toBeHidden()

  await choose(page, 'notes.txt', 'Rename')
  await page.getByRole('textbox', { name: 'Name of notes.txt' }).fill('remarks.txt')
  const renamed = page.waitForResponse(
    (response) => /\/content$/.test(response.url()) && response.request().method() === 'POST',
  )
  await page.keyboard.press('Enter')
  await expect(row(page, 'remarks.txt')).toBeVisible()
  await renamed
  await page.reload()
  await expect(row(page, 'remarks.txt')).toBeVisible()

  await page.getByRole('button', { name: 'Images' }).click()
  await expect(row(page, 'plan.png')).toBeVisible()
  await expect(row(page, 'remarks.txt')).toBeHidden()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search files' }).fill('remar')
  await expect(row(page, 'plan.png')).toBeHidden()
  await expect(page).toHaveURL(/search=remar/)
  await page.getByRole('searchbox', { name: 'Search files' }).fill('')

  const { items } = await callApi(api.spaceContent.files, {
    params: { spaceId },
    query: { search: 'remarks' },
  })
  const changes = [
    {
      operation: 'insert_page' as const,
      title: 'Uses it',
      document: { markdown: `[x](/files/${items[0]?.id})` },
    },
  ]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await expect(row(page, 'remarks.txt')).toContainText('1 page')
  await choose(page, 'remarks.txt', 'Delete…')
  await expect(page.getByRole('alertdialog')).toContainText('“Uses it” shows or links to it')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete “remarks.txt”' }).click()
  await expect(row(page, 'remarks.txt')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(row(page, 'remarks.txt')).toBeVisible()
})

test('a file is replaced, and its dialog lists its usages', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/files`)
  await page.getByLabel('Files to add').setInputFiles([text('a.txt', 'a')])
  await expect(row(page, 'a.txt')).toContainText('1 bytes')
  const picking = page.waitForEvent('filechooser')
  await choose(page, 'a.txt', 'Replace…')
  await (await picking).setFiles([text('b.txt', 'longer')])
  await expect(row(page, 'a.txt')).toContainText('6 bytes')

  await row(page, 'a.txt').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'a.txt' })
  await expect(dialog).toContainText('No page in this space uses this file')
  await expect(page).toHaveURL(/file=/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: '1 selected' }).getByRole('button', { name: 'Delete…' }).click()
  await expect(page.getByText('“Guide” has no files yet')).toBeVisible()
})

test('a reader sees files without a way to change them, and nothing overflows on a phone', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide')
  const files = [{ name: 'a-rather-long-name-of-a-file.txt', contentType: 'text/plain', base64: btoa('a') }]
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_files', files }] },
  })
  await signInAs('read')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/s/${spaceId}/files`)
  await expect(row(page, 'a-rather-long')).toBeVisible()
  await expect(page.getByText('you need the Edit role')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add files' })).toBeHidden()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
