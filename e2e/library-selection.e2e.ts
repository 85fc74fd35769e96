import { setTimeout as pause } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { drag, row, titles } = treeNamed('Library')

test('by keyboard alone, rows are selected, moved and deleted together, and undo restores their positions', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const docs = await seed.collection('Docs')
  await seed.collection('Guides', docs)
  for (const title of ['Intro', 'Setup', 'Reference', 'Changelog']) await seed.space(title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  const all = ['Docs', 'Intro', 'Setup', 'Reference', 'Changelog']
  const moves: number[] = []
  page.on('response', (answer) => answer.url().endsWith('/move') && moves.push(answer.status()))
  await expect(titles(page)).toHaveText(all)
  await page.keyboard.press('j')
  await expect(row(page, 'Docs')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: '3 selected' })
  await expect(bar).toBeVisible()
  await expectAccessible(page)

  await page.keyboard.press('m')
  await expect(page.getByRole('dialog', { name: 'Move 3 spaces' })).toBeVisible()
  await page.keyboard.type('Archive')
  await expect(page.getByRole('option', { name: /New collection “Archive”/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved 3 spaces into “Archive”')).toBeVisible()
  // The UI is optimistic: three moves there, then three back.
  await expect.poll(() => moves.length).toBe(3)
  await expect(titles(page)).toHaveText(['Docs', 'Reference', 'Archive'])
  await page.keyboard.press('z')
  await expect(titles(page)).toHaveText([...all, 'Archive'])
  await expect.poll(() => moves.length).toBe(6)
  await page.reload()
  await expect(titles(page)).toHaveText([...all, 'Archive'])

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect(page.getByText('Moved 3 spaces to the trash')).toBeVisible()
  await expect(titles(page)).toHaveText(['Docs', 'Changelog', 'Archive'])
  await page.keyboard.press('z')
  await expect(page.getByText('Restored 3 spaces')).toBeVisible()
  await page.reload()
  await expect(titles(page)).toHaveText([...all, 'Archive'])

  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('toolbar', { name: '6 selected' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
})

test('several rows are dragged together, and deleting a collection among them asks for confirmation', async ({
  page,
  seed,
  signInAs,
}) => {
  await seed.collection('Docs')
  await seed.collection('Old')
  for (const title of ['Intro', 'Setup', 'Reference']) await seed.space(title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await row(page, 'Intro').click({ position: { x: 600, y: 18 }, modifiers: ['ControlOrMeta'] })
  await row(page, 'Reference').click({ position: { x: 600, y: 18 }, modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
  // What follows happens before the moves have ended.
  await page.route(/\/move$/, async (route) => {
    await pause(1_000)
    await route.continue()
  })
  await drag(page, 'Setup', 'Docs', 0.5)
  await expect(page.getByText('Moved 3 spaces into “Docs”')).toBeVisible()
  await row(page, 'Docs').getByRole('button', { name: 'Open Docs' }).click()
  await expect(titles(page)).toHaveText(['Docs', 'Intro', 'Setup', 'Reference', 'Old'])

  await page.keyboard.press('Escape')
  await row(page, 'Old').focus()
  await page.keyboard.press('x')
  await row(page, 'Reference').focus()
  await page.keyboard.press('x')
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText('Delete 1 collection and 1 space?')
  await confirmation.getByRole('button', { name: 'Delete 2 items' }).click()
  await expect(page.getByText('Deleted 1 collection and 1 space')).toBeVisible()
  await expect(titles(page)).toHaveText(['Docs', 'Intro', 'Setup'])
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Reference' })).toBeVisible()
})

test('of several moves only the failed one is reverted', async ({ page, seed, callApi, signInAs }) => {
  await seed.collection('Docs')
  for (const title of ['Intro', 'Setup']) await seed.space(title)
  await signInAs('admin')
  await page.route(/\/events(\?|$)/, (route) => route.abort())
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(row(page, 'Intro')).toBeVisible()
  const { items } = await callApi(api.spaces.list, { params: { organizationId: seed.organizationId } })
  const intro = items.find(({ title }) => title === 'Intro')
  await callApi(api.spaces.delete, { params: { spaceId: intro?.id ?? '' } })
  await row(page, 'Intro').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('m')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('Docs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Couldn’t move “Intro”')
  await expect(page.getByRole('alert')).toContainText('Someone deleted it in the meantime.')
  await row(page, 'Docs').getByRole('button', { name: 'Open Docs' }).click()
  await expect(titles(page)).toHaveText(['Docs', 'Setup'])
})

test('filter results start at the top, and clearing the filter restores the scroll position', async ({
  page,
  seed,
  signInAs,
}) => {
  for (let i = 1; i <= 60; i++) await seed.space(`Guide ${i}`)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(row(page, 'Guide 1')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('End')
  await expect(row(page, 'Guide 60')).toBeInViewport()
  await page.keyboard.press('/')
  await page.keyboard.type('guide')
  await expect(page.getByText('60 results')).toBeVisible()
  await expect(row(page, 'Guide 1')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByText('60 spaces')).toBeVisible()
  await expect(row(page, 'Guide 60')).toBeInViewport()
})
