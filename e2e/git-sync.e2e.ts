import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { acceptPushes, commitOn, gitOutput, gitRepository, gitServer } from '../src/testing/git-server.ts'
import { save, write } from './editor.ts'
import { type Call, expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { row } = treeNamed('Pages')

const cleanups: (() => void)[] = []
test.afterEach(() => {
  for (const end of cleanups.splice(0)) end()
})

const TOKEN = 'a-token-that-may-push'

/** A repository with two pages in a folder, on a server that requires a token. */
async function aRepository() {
  const folder = await gitRepository(mkdtempSync(join(tmpdir(), 'lectern-git-')), {
    'docs/README.md': '# Start\n\nWelcome.\n',
    'docs/SUMMARY.md': '# Summary\n\n- [Start](README.md)\n- [Guide](guide.md)\n',
    'docs/guide.md': '# Guide\n\nFirst line.\n',
    'code.txt': 'not a page',
  })
  await acceptPushes(folder)
  const server = await gitServer(folder, { credentials: `git:${TOKEN}` })
  cleanups.push(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, url: server.url }
}

/** A file as the last commit has it. */
const committed = (folder: string, path: string): Promise<string> => gitOutput(folder, 'show', `HEAD:${path}`)

const lastSubject = async (folder: string): Promise<string> =>
  (await gitOutput(folder, 'log', '-1', '--format=%s')).trim()

const state = (page: Page) =>
  page.getByRole('region', { name: 'Repository', exact: true }).getByRole('status').first()

/** The id of a page by its title. */
async function pageId(callApi: Call, spaceId: string, title: string): Promise<string> {
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId }, query: {} })
  return pages.find((page) => page.title === title)?.id ?? ''
}

async function connect(page: Page, url: string): Promise<void> {
  await page.getByLabel('Repository URL').fill(url)
  await page.getByRole('textbox', { name: 'Folder' }).fill('docs')
  await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
}

test('a space is connected to a repository, and edits on both sides reach the other one', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const id = await seed.space('Handbook')
  const { folder, url } = await aRepository()
  await signInAs('admin')
  await page.goto(`/s/${id}/settings`)
  await page.getByRole('link', { name: 'Connect repository' }).click()
  await expect(page.getByRole('radio', { name: /^From the repository to this space/ })).toBeChecked()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Connect repository' }).click()
  await expect(page.getByText('Enter the address of a repository')).toBeVisible()
  await expect(page.getByText('Enter a token')).toBeVisible()
  await connect(page, url)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: /^Connected 127\.0\.0\.1/ })
  await expect(dialog.getByRole('textbox', { name: 'webhook secret' })).not.toBeEmpty()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(state(page)).toHaveText('In sync')
  await expect(page.getByRole('listitem').filter({ hasText: 'Imported “Pages”' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.goto(`/s/${id}`)
  await expect(page.getByRole('link', { name: /^Synced with Git/ })).toBeVisible()
  await write(page, 'Guide', 'First line, edited here.')
  await save(page)
  await expect.poll(() => committed(folder, 'docs/guide.md')).toBe('# Guide\n\nFirst line, edited here.\n')

  await commitOn(folder, { 'docs/README.md': '# Start\n\nWelcome from Git.\n' }, 'Greet')
  await page.goto(`/s/${id}/settings/git-sync`)
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Imported “Greet”' })).toBeVisible()
  await page.getByRole('link', { name: 'Pages', exact: true }).click()
  await row(page, 'Start').getByRole('link').click()
  await expect(page.getByText('Welcome from Git.')).toBeVisible()
})

test('commits that conflict wait in a change request, which the view and the header link to', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const id = await seed.space('Handbook')
  const params = { spaceId: id }
  const { folder, url } = await aRepository()
  const connection = {
    url,
    folder: 'docs',
    credentials: { type: 'token' as const, token: TOKEN },
    firstSync: 'from-repository' as const,
  }
  await callApi(api.spaceGitSyncs.connect, { params, body: connection })
  await signInAs('admin')
  await page.goto(`/s/${id}/settings/git-sync`)
  await expect(state(page)).toHaveText('In sync')
  await commitOn(folder, { 'docs/guide.md': '# Guide\n\nWritten in Git.\n' }, 'Rewrite the guide')
  await callApi(api.spaceContent.edit, {
    params,
    body: {
      changes: [
        {
          operation: 'update_page',
          page: await pageId(callApi, id, 'Guide'),
          document: { markdown: 'Written in Lectern.' },
        },
      ],
    },
  })
  await expect(state(page)).toHaveText('Waiting for a change request')
  const notice = page.getByRole('region', { name: /Commits from Git wait in #1 “Rewrite the guide”/ })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Open change request' }).click()
  await expect(page).toHaveURL(/\/changes\/1/)

  await page.goto(`/s/${id}`)
  await page.getByRole('link', { name: 'Git waits for a change request' }).click()
  await expect(page).toHaveURL(/\/changes\//)
  const { items } = await callApi(api.changeRequests.list, { params, query: {} })
  await callApi(api.changeRequests.update, {
    params: { ...params, changeRequestId: items[0]?.id ?? '' },
    body: { status: 'archived' },
  })
  await page.goto(`/s/${id}/settings/git-sync`)
  await expect(page.getByText('It’s archived.')).toBeVisible()
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(state(page)).toHaveText('In sync')
  expect(await committed(folder, 'docs/guide.md')).toBe('# Guide\n\nWritten in Lectern.\n')
})

test('a failed sync says why, and goes on with new credentials; then the repository is disconnected', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const id = await seed.space('Handbook', ['Here before', 'Second'])
  const { folder, url } = await aRepository()
  await signInAs('admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/s/${id}/settings/git-sync`)
  await expect(page.getByText(/replace the 2 pages of this space/)).toBeVisible()
  await connect(page, url)
  await page.getByRole('textbox', { name: 'Access token' }).fill('wrong')
  await page.getByRole('radio', { name: /^From this space to the repository/ }).check()
  await page.getByRole('button', { name: 'Connect repository' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const notice = page.getByRole('region', { name: 'The last sync failed' })
  await expect(notice).toContainText(url)
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Replace credentials' }).click()
  await expect(page).toHaveURL(/dialog=credentials/)
  const dialog = page.getByRole('dialog', { name: 'Replace the credentials?' })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
  await page.keyboard.press('Enter')
  await expect(state(page)).toHaveText('In sync')
  expect(await committed(folder, 'docs/README.md')).toContain('# Here before')
  expect((await gitOutput(folder, 'ls-tree', '-r', '--name-only', 'HEAD')).split('\n')).toEqual(
    expect.arrayContaining(['code.txt', 'docs/guide.md', 'docs/second.md']),
  )

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(state(page)).toHaveText('Paused')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()
  await page.getByRole('radio', { name: /^Wait in a change request/ }).check()
  await page.getByLabel('Look for commits').selectOption({ label: 'Every hour' })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved the settings of Git sync')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Look for commits')).toHaveValue('60')

  const last = await lastSubject(folder)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('stay as they are')
  await page.getByRole('button', { name: 'Disconnect repository' }).click()
  await expect(page.getByLabel('Repository URL')).toHaveValue(url)
  await expect(page.getByRole('textbox', { name: 'Folder' })).toHaveValue('docs')
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId: id }, query: {} })
  expect(pages.map(({ title }) => title)).toContain('Here before')
  expect(await lastSubject(folder)).toBe(last)
})

test('a generated SSH key is shown, and the sync waits until it was added', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Handbook')
  await signInAs('admin')
  await page.goto(`/s/${id}/settings/git-sync`)
  await page.getByRole('radio', { name: /^SSH key/ }).check()
  await page.getByLabel('Repository URL').fill('git@127.0.0.1:acme/docs.git')
  await page.getByRole('button', { name: 'Connect repository' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(state(page)).toHaveText('Paused')
  await expect(page.getByRole('textbox', { name: 'public key' })).toHaveValue(/^ssh-ed25519 /)
  await expectAccessible(page)
  const first = await page.getByRole('textbox', { name: 'public key' }).inputValue()
  await page.getByRole('button', { name: 'Start sync' }).click()
  const notice = page.getByRole('region', { name: 'The last sync failed' })
  await expect(notice).toContainText('needs the public key')
  const credentials = page.getByRole('region', { name: 'Credentials' })
  await expect(credentials).toContainText(first)
  await notice.getByRole('button', { name: 'Replace credentials' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace the credentials?' })
  await dialog.getByRole('button', { name: 'Replace credentials' }).click()
  await expect(dialog).toBeHidden()
  await expect(credentials).toContainText('ssh-ed25519')
  await expect(credentials).not.toContainText(first)
})

test('people without the role can’t manage Git sync, and can ask for it', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const id = await seed.space('Handbook')
  await signInAs('edit')
  await page.goto(`/s/${id}/settings`)
  await expect(page.getByText('To change the settings of this space, you need')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect repository' })).toHaveCount(0)
  await page.goto(`/s/${id}/settings/git-sync`)
  await expect(page.getByText('You can’t manage Git sync here')).toBeVisible()
  await expectAccessible(page)
})
