import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { lines, preview, save, source, violations, write } from './editor.ts'
import { expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { tree } = treeNamed('Pages')
const menu = (page: Page): Locator => page.getByRole('listbox', { name: 'Completions' })

/** The lines of the editor. */
const editorLines = (page: Page): Promise<string[]> =>
  lines(page).evaluateAll((all) => all.map((line) => (line as HTMLElement).innerText.replace(/\n$/, '')))

/** Pastes clipboard data by media type. */
async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await source(page).evaluate((element, contents) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(contents)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

test('a slash offers blocks for keyboard and pointer, except in code', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const browserErrors = violations(page)
  const id = await seed.space('Guide', ['Wiring', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', 'Before')

  await page.keyboard.type('\n/')
  await expect(menu(page).getByRole('option')).not.toHaveCount(0)
  await expect(menu(page).getByRole('option').first()).toContainText('Heading 2')
  await expectAccessible(page)
  await page.keyboard.type('war')
  await expect(menu(page).getByRole('option')).toHaveText(['WarningSomething that can go wrong'])
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
  expect(browserErrors).toEqual([])
})

test('pages are linked by title and emoji are inserted by name', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const id = await seed.space('Guide', ['Wiring', 'Terminal [block]', 'Mounting'])
  await signInAs('admin')
  await page.goto(`/s/${id}`)
  await write(page, 'Wiring', 'See ')
  await page.keyboard.type('[[ter')
  await expect(menu(page).getByRole('option').first()).toHaveText('Terminal [block]')
  await page.keyboard.press('Enter')
  expect(await editorLines(page)).toEqual(['See [Terminal \\[block\\]](/terminal-block.md)'])
  await page.keyboard.type(' :roc')
  await menu(page)
    .getByRole('option', { name: /rocket/ })
    .click()
  await expect(source(page)).toContainText('🚀')
  await expect(preview(page).getByRole('link', { name: 'Terminal [block]' })).toBeVisible()
  await save(page)

  // Links are stored by page id, so they follow a change of the path.
  const { pages } = await callApi(api.spaceContent.get, { params: { spaceId: id } })
  const block = pages.find(({ title }) => title === 'Terminal [block]')?.id ?? ''
  await callApi(api.spaceContent.edit, {
    params: { spaceId: id },
    body: { changes: [{ operation: 'update_page', page: block, slug: 'block' }] },
  })
  await page.reload()
  await expect(source(page)).toContainText('(/block.md)')

  // Without a text, the page that others link to comes before those above it in the tree.
  await source(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' [[')
  await expect(menu(page).getByRole('option')).toHaveText(['Terminal [block]', 'Wiring', 'Mounting'])
})

test('formatted text, cells and URLs are pasted as Markdown, and as plain text with Shift', async ({
  page,
  seed,
  signInAs,
}) => {
  const browserErrors = violations(page)
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
  expect(await editorLines(page)).toEqual([
    '## Tools',
    '',
    'Use **both** [brackets](https://example.org/x).',
    '',
  ])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('the guide')
  await page.keyboard.press('Control+a')
  await paste(page, { 'text/plain': 'https://example.org/guide' })
  expect(await editorLines(page)).toEqual(['[the guide](https://example.org/guide)'])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await paste(page, { 'text/plain': 'Terminal\tNm\nDC+\t3.2' })
  expect((await editorLines(page)).slice(0, 3)).toEqual([
    '| Terminal | Nm |',
    '| --- | --- |',
    '| DC+ | 3.2 |',
  ])

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.down('Shift')
  await paste(page, { 'text/html': '<h2>Tools</h2>', 'text/plain': 'Tools' })
  await page.keyboard.up('Shift')
  expect(await editorLines(page)).toEqual(['Tools'])
  expect(browserErrors).toEqual([])
})

test('Tab moves through table cells, indents list items, and leaves the editor elsewhere', async ({
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
  expect(await editorLines(page)).toEqual(
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
  expect(await editorLines(page)).toEqual(['- one', '  - two'])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText('words')
  await page.keyboard.press('Tab')
  await expect(source(page)).not.toBeFocused()
})

test('focus mode hides everything but the text, and the outline menu jumps to headings', async ({
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
  await expect(page.getByRole('button', { name: 'Focus mode' })).toHaveAttribute('aria-pressed', 'true')
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
