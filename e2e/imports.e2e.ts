import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type GitServer, gitRepository, gitServer } from '../src/testing/git-server.ts'
import { heading, paragraph, wordDocument } from '../src/testing/word-document.ts'
import { expect, test } from './fixtures.ts'

const cleanups: (() => void)[] = []
test.afterEach(() => {
  for (const end of cleanups.splice(0)) end()
})

async function serve(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof gitServer>[1] = {},
): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-git-'))
  const server = await gitServer(await gitRepository(folder, files), options)
  cleanups.push(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return server
}

const report = (page: Page) => page.getByRole('region', { name: 'Import report' })
const importItems = (page: Page) => page.getByRole('region', { name: 'Result' }).getByRole('listitem')

const guide = () =>
  wordDocument({
    body: [heading(1, 'Install'), paragraph('Text.'), heading(1, 'Run'), paragraph('More.')],
  })

test('a Word file is split into pages, and an unreadable file is reported with the reason', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Guide', ['Here before'])
  await signInAs('admin')
  await page.goto(`/s/${id}/import`)
  await page.getByRole('link', { name: 'Word' }).click()
  await expect(page.getByText('Drop Word files here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /^Split Word files/ }).check()
  await page.getByLabel('Below').selectOption({ label: 'Here before' })
  await page.locator('input[aria-label="Word files"]').setInputFiles([
    { name: 'Guide.docx', mimeType: 'application/octet-stream', buffer: await guide() },
    { name: 'broken.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('nonsense') },
  ])
  // Each Word file is read in its own worker thread, which starts slowly on a busy machine.
  await expect(report(page)).toContainText('Pages3', { timeout: 45_000 })
  await expect(importItems(page)).toHaveCount(4)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Left out', exact: true }).click()
  await expect(importItems(page)).toHaveCount(1)
  await expect(importItems(page)).toContainText('The Word file can’t be imported: it isn’t a .docx file')
  await page.reload()
  await expect(report(page)).toContainText('Pages3')
  await page.getByRole('button', { name: 'Pages', exact: true }).last().click()
  await importItems(page).getByRole('link', { name: 'Install' }).click()
  await expect(page).toHaveTitle(/^Install/)
})

test('a Git repository is imported as a change request, and the import can be repeated', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const id = await seed.space('Guide')
  const { url } = await serve({ 'docs/README.md': '# Start\n\n[x](gone.md)', 'docs/next.md': '# Next' })
  await signInAs('admin')
  await page.goto(`/s/${id}/import?from=git`)
  await expect(page.getByLabel('Repository URL')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Added').selectOption({ label: 'As a change request' })
  await page.getByLabel('Subject').fill('From git')
  await page.getByLabel('Repository URL').fill(url)
  await page.getByLabel('Branch or tag').fill('nosuch')
  await page.getByLabel('Folder').fill('docs')
  await page.keyboard.press('Enter')
  await expect(page.getByText('it has no branch or tag named nosuch').first()).toBeVisible()
  await page.getByLabel('Repository URL').fill(url)
  await page.getByLabel('Folder').fill('docs')
  await page.keyboard.press('Enter')
  await expect(report(page)).toContainText('Pages2')
  await page.getByRole('button', { name: 'Warnings' }).click()
  await expect(importItems(page)).toContainText('The link gone.md is broken')
  const requests = () =>
    callApi(api.changeRequests.list, { params: { spaceId: id }, query: { status: ['draft'] } })
  expect((await requests()).items.map(({ subject }) => subject)).toEqual(['From git'])
  expect((await callApi(api.spaceContent.pages, { params: { spaceId: id }, query: {} })).pages).toEqual([])
  const first = page.url()
  await page.getByRole('button', { name: 'Import again' }).click()
  await expect.poll(async () => (await requests()).count).toBe(2)
  await expect(page).not.toHaveURL(first)
  await page.getByRole('link', { name: 'Open the change request' }).click()
  await expect(page).toHaveURL(/\/changes\//)
})

test('a running import can be cancelled and leaves the space unchanged', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const id = await seed.space('Guide', ['Here before'])
  const { url } = await serve(
    { 'a.md': '# A' },
    {
      before: ({ request, response }) => {
        if (request.method !== 'POST') return false
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        response.write('0008NAK\n')
        return true
      },
    },
  )
  await signInAs('admin')
  await page.goto(`/s/${id}/import?from=git`)
  await page.getByLabel('Repository URL').fill(url)
  await page.getByRole('button', { name: 'Import repository' }).click()
  await expect(page.getByText('Fetching the repository')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByText('Nothing was added to the space.')).toBeVisible()
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: id }, query: {} })
  expect(pages.map(({ title }) => title)).toEqual(['Here before'])
})

test('a locked space only accepts an import as a change request, and readers cannot import', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const id = await seed.space('Guide')
  await callApi(api.spaces.update, { params: { spaceId: id }, body: { editMode: 'locked' } })
  await signInAs('admin')
  await page.goto(`/s/${id}/import`)
  await expect(page.getByLabel('Added')).toHaveValue('request')
  await expect(page.getByText('The space is locked')).toBeVisible()
  await page.context().clearCookies()
  await signInAs('read')
  await page.goto(`/s/${id}/import`)
  await expect(page.getByText('You need the Edit role')).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/import`)
  await expect(page.getByText('To create a space, you need the Create role')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeHidden()
})
