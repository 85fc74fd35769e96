import { api } from '#contract/api.ts'
import type { ContentChangeInput } from '#contract/content-changes.ts'
import { lines, preview, save, source } from './editor.ts'
import { type Call, expect, test } from './fixtures.ts'

const insertContent = (title: string, markdown: string): ContentChangeInput => ({
  operation: 'insert_reusable_content',
  title,
  document: { markdown },
})

/** Reusable content, and a page that shows it. */
async function aNotice(callApi: Call, spaceId: string) {
  const edit = async (changes: ContentChangeInput[]) =>
    (await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })).changes
  const [content] = await edit([insertContent('Notice', 'Back up **first**.')])
  const id = content?.object === 'created_reusable_content' ? content.reusableContent.id : ''
  const tag = `{% include "/reusable-contents/${id}" %}`
  const [created] = await edit([
    { operation: 'insert_page', title: 'Install', document: { markdown: `Before\n\n${tag}\n\nAfter` } },
  ])
  return { id, tag, pageId: created?.object === 'created_page' ? created.page.id : '' }
}

test('reusable content is written, inserted on a page, and deleted with a warning and undo', async ({
  page,
  seed,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Install'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}`)
  await page.getByRole('link', { name: 'Reusable content' }).click()
  await expect(page.getByText('No reusable content yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New reusable content' })
  await dialog.getByLabel('Title').fill('Backup notice')
  await dialog.getByRole('button', { name: 'Create reusable content' }).click()
  await expect(page).toHaveURL(/\/reusable-content\/\w+/)
  await source(page).focus()
  await page.keyboard.insertText('Back up **first**.')
  await expect(preview(page)).toHaveText('Back up first.')
  await save(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('grid', { name: 'Reusable content' }).getByRole('row', { name: /Backup notice/ })
  await expect(row).toContainText('Back up first.')
  await expect(row).toContainText('No pages')

  await page.goto(`/s/${spaceId}`)
  await page.getByRole('link', { name: 'Install' }).first().click()
  await page.keyboard.press('e')
  await source(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('option', { name: /Reusable content/ })).toBeVisible()
  // Without a pause in which the menu could catch up.
  await page.keyboard.type('reusable')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Insert reusable content' })
    .getByRole('button', { name: /Backup notice/ })
    .click()
  await expect(preview(page)).toContainText('Back up first.')
  await save(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('Back up first.')

  await page.getByRole('link', { name: 'Reusable content' }).click()
  await expectAccessibleInBothThemes(page)
  await row.getByRole('button', { name: '1 page' }).click()
  const uses = page.getByRole('dialog', { name: 'Where “Backup notice” is shown' })
  await expect(uses.getByRole('link', { name: 'Install' })).toBeVisible()
  await uses.getByRole('button', { name: 'Close' }).last().click()
  await row.getByRole('button', { name: /Backup notice/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title of Backup notice' }).fill('Backups')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Renamed to “Backups”')).toBeVisible()

  const renamed = page.getByRole('row', { name: /Backups/ })
  await renamed.getByRole('button', { name: /Backups/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Backups”?' })
  await expect(question).toContainText('“Install” shows it, and will show nothing in its place.')
  await question.getByRole('button', { name: 'Delete “Backups”' }).click()
  await expect(page.getByText('Deleted “Backups”')).toBeVisible()
  await expect(renamed).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(renamed).toContainText('1 page')
})

test('included content is opened and detached in the source and in the visual editor', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  const { pageId, tag } = await aNotice(callApi, spaceId)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=both`)
  await expect(preview(page)).toContainText('Back up first.')
  await lines(page).filter({ hasText: 'include' }).click()
  await expect(page.getByText('Notice', { exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(source(page)).toContainText('Back up **first**.')
  await expect(source(page)).not.toContainText('include')
  await page.keyboard.press('Control+z')
  await expect(source(page)).toContainText(tag)

  await page.getByRole('button', { name: 'Visual' }).click()
  const text = page.getByRole('textbox', { name: 'Page text' })
  await expect(text).toContainText('Back up first.')
  await text.getByRole('button', { name: 'Detach' }).click()
  await expect(text.getByRole('button', { name: 'Detach' })).toHaveCount(0)
  await save(page)
  const stored = await callApi(api.spaceContent.page, { params: { spaceId, pageId }, query: {} })
  expect(stored.type === 'document' && stored.markdown).toContain('Before\n\nBack up **first**.\n\nAfter')
  await page.goBack()
})

test('blocks of a page become reusable content, from the source and from the visual editor', async ({
  page,
  seed,
  signInAs,
  callApi,
}) => {
  const spaceId = await seed.space('Guide')
  const { pageId } = await aNotice(callApi, spaceId)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/p/${pageId}/edit?view=both`)
  await source(page).focus()
  await page.getByRole('button', { name: 'Turn into reusable content' }).click()
  await expect(page.getByText('Nothing is selected')).toBeVisible()
  await lines(page).filter({ hasText: 'Before' }).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.getByRole('button', { name: 'Turn into reusable content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn into reusable content' })
  await dialog.getByLabel('Title').fill('Beginning')
  await dialog.getByRole('button', { name: 'Create reusable content' }).click()
  await expect(lines(page).filter({ hasText: 'include' })).toHaveCount(2)
  await expect(preview(page)).toContainText('Before')

  await page.getByRole('button', { name: 'Visual' }).click()
  const text = page.getByRole('textbox', { name: 'Page text' })
  await text.getByText('After').hover()
  await page.getByRole('button', { name: 'Move or change this block' }).click()
  await page.getByRole('menuitem', { name: 'Turn into reusable content…' }).click()
  await dialog.getByLabel('Title').fill('End')
  await dialog.getByRole('button', { name: 'Create reusable content' }).click()
  await expect(text.getByRole('button', { name: 'Detach' })).toHaveCount(3)
  await expect(text).toContainText('After')
  await save(page)
  const { items } = await callApi(api.spaceContent.reusableContents, {
    params: { spaceId },
    query: { sort: 'title' },
  })
  expect(items.map(({ title, excerpt, pages }) => [title, excerpt, pages])).toEqual([
    ['Beginning', 'Before', 1],
    ['End', 'After', 1],
    ['Notice', 'Back up first.', 1],
  ])
})

test('reusable content is changed and restored in a change request', async ({
  page,
  seed,
  signInAs,
  callApi,
  openAdminWindow,
}) => {
  const spaceId = await seed.space('Guide')
  const { id } = await aNotice(callApi, spaceId)
  const params = { spaceId, reusableContentId: id }
  const { number } = await callApi(api.changeRequests.create, { params: { spaceId }, body: {} })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/${number}/pages`)
  await page
    .getByRole('navigation', { name: 'Change request' })
    .getByRole('link', { name: 'Reusable content' })
    .click()
  const row = page.getByRole('grid', { name: 'Reusable content' }).getByRole('row', { name: /Notice/ })
  await row.getByRole('link', { name: 'Notice' }).click()
  await source(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('Back up twice.')
  await save(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row).toContainText('Edited')
  await expect(row).toContainText('Back up twice.')
  const { markdown } = await callApi(api.spaceContent.reusableContent, { params, query: {} })
  expect(markdown).toBe('Back up **first**.')

  await row.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete “Notice”' }).click()
  const deleted = page.getByRole('region', { name: 'Deleted in this change request' })
  await expect(deleted).toContainText('Notice')
  await deleted.getByRole('button', { name: 'Restore' }).click()
  await expect(row).toContainText('Back up first.')
  await expect(deleted).toHaveCount(0)

  const changed = { params: { ...params, changeRequestId: String(number) }, query: {} }
  const edited = await callApi(api.changeRequestContent.reusableContent, changed)
  await callApi(api.changeRequestContent.edit, {
    params: changed.params,
    body: {
      changes: [
        {
          operation: 'update_reusable_content',
          reusableContent: id,
          document: { markdown: 'Back up daily.' },
        },
      ],
    },
  })
  await page.goto(`/s/${spaceId}/changes/${number}`)
  await page.getByRole('button', { name: 'Discard the changes to this reusable content' }).click()
  await expect(page.getByText('Discarded the changes to “Notice”')).toBeVisible()
  expect(await callApi(api.changeRequestContent.reusableContent, changed)).toMatchObject({
    markdown: edited.markdown,
  })
  await page.keyboard.press('z')
  await expect
    .poll(async () => (await callApi(api.changeRequestContent.reusableContent, changed)).markdown)
    .toBe('Back up daily.')

  const live = await openAdminWindow()
  await live.goto(`/s/${spaceId}/reusable-content`)
  await expect(live.getByRole('row', { name: /Notice/ })).toContainText('Back up first.')
  await callApi(api.spaceContent.putReusableContent, { params, body: { title: 'Warning' } })
  await expect(live.getByRole('row', { name: /Warning/ })).toBeVisible()
})

test('people who can’t edit see the list and the text', async ({ page, seed, signInAs, callApi }) => {
  const spaceId = await seed.space('Guide')
  await aNotice(callApi, spaceId)
  await signInAs('read')
  await page.goto(`/s/${spaceId}/reusable-content?search=first`)
  const row = page.getByRole('grid', { name: 'Reusable content' }).getByRole('row', { name: /Notice/ })
  await expect(row).toContainText('1 page')
  await expect(page.getByRole('button', { name: 'New reusable content' })).toHaveCount(0)
  await expect(page.getByText('you need the Edit role in this space')).toBeVisible()
  await row.getByRole('link', { name: 'Notice' }).click()
  await expect(page.getByRole('region', { name: 'Reusable content' })).toContainText('Back up first.')
  await expect(source(page)).toHaveCount(0)
})
