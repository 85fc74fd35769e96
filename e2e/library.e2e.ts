import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'
import { treeNamed } from './tree.ts'

const { drag, row, titles, tree } = treeNamed('Library')
const announcement = (page: Page): Locator => page.locator('[role="status"][aria-live="assertive"]').first()

test('a collection and a space are created, renamed and nested by drag, and the result survives a reload', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(page.getByRole('heading', { name: 'No spaces here yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import pages' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('main').getByRole('button', { name: 'New collection' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Field service')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create collection' }).click()
  await expect(row(page, 'Field service')).toBeVisible()

  await page.keyboard.press('c')
  await expect(page).toHaveURL(/new=space/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Safety')
  await page.getByRole('textbox', { name: 'Title' }).fill('')
  await page.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByText('Enter a title')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('Safety')
  await page.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Safety' })).toBeVisible()
  await page.goBack()
  await expect(row(page, 'Safety')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The new name arrives although the page is reloaded in the same moment.
  await row(page, 'Safety').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Safety at work')
  await page.getByRole('textbox', { name: 'New name of Safety' }).evaluate((field) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    location.reload()
  })
  await expect(row(page, 'Safety at work')).toBeVisible()

  await row(page, 'Safety at work').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Field safety handbook')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Field safety handbook')).toBeVisible()
  await expect(row(page, 'Field safety handbook')).toBeFocused()

  const moved = page.waitForResponse(/\/move$/)
  await drag(page, 'Field safety handbook', 'Field service', 0.5)
  expect((await moved).status()).toBe(200)
  await expect(page.getByText('Moved “Field safety handbook” into “Field service”')).toBeVisible()
  await row(page, 'Field service').getByRole('button', { name: 'Open Field service' }).click()
  await expect(row(page, 'Field safety handbook')).toHaveAttribute('aria-level', '2')
  await page.reload()
  await expect(titles(page)).toHaveText(['Field service', 'Field safety handbook'])
  await expect(row(page, 'Field service')).toContainText('1 space')
  await expectAccessible(page)

  await page.keyboard.press('z')
  await row(page, 'Field service').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Field service' })).toBeVisible()
  await expect(titles(page)).toHaveText(['Field safety handbook'])
  await expectAccessible(page)
})

test('spaces are reordered by keyboard with announcements, and the order survives a reload', async ({
  page,
  seed,
  signInAs,
}) => {
  for (const title of ['Intro', 'Guides', 'Reference']) await seed.space(title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  const moved = page.waitForResponse(/\/move$/)

  await row(page, 'Reference').focus()
  for (const [key, position] of [
    ['Space', '3 of 3'],
    ['ArrowUp', '2 of 3'],
    ['ArrowUp', '1 of 3'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(announcement(page)).toContainText(`Reference is now ${position}`)
  }
  await page.keyboard.press('Space')
  await expect(titles(page)).toHaveText(['Reference', 'Intro', 'Guides'])
  await expect(row(page, 'Reference')).toBeFocused()
  expect((await moved).status()).toBe(200)
  await page.reload()
  await expect(titles(page)).toHaveText(['Reference', 'Intro', 'Guides'])
})

test('a failed move is reverted with the reason', async ({ page, seed, callApi, signInAs }) => {
  const collectionId = await seed.collection('Controller API')
  await seed.space('Modbus registers')
  await signInAs('admin')
  await page.route(/\/events(\?|$)/, (route) => route.abort())
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(row(page, 'Modbus registers')).toBeVisible()
  await callApi(api.collections.delete, { params: { collectionId } })

  await drag(page, 'Modbus registers', 'Controller API', 0.5)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Couldn’t move “Modbus registers”')
  await expect(alert).toContainText('The collection “Controller API” no longer exists.')
  await expect(titles(page)).toHaveText(['Modbus registers'])
})

test('a move is retried on top of a concurrent move', async ({
  page,
  seed,
  callApi,
  signInAs,
  blockChangeStream,
}) => {
  const ids = []
  for (const title of ['Intro', 'Guides', 'Reference']) ids.push(await seed.space(title))
  const [intro = '', , reference = ''] = ids
  await blockChangeStream()
  await signInAs('admin')
  // A window without change events, as behind a proxy that buffers streams.
  await page.route(/\/events(\?|$)/, (route) => route.abort())
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(titles(page)).toHaveText(['Intro', 'Guides', 'Reference'])
  const before = { position: { before: { type: 'space' as const, space: intro } } }
  await callApi(api.spaces.move, { params: { spaceId: reference }, body: before })

  const refused = page.waitForResponse((answer) => answer.status() === 412)
  const moved = page.waitForResponse((answer) => answer.url().endsWith('/move') && answer.status() === 200)
  await drag(page, 'Reference', 'Intro', 0.9)
  await refused
  await moved
  await expect(titles(page)).toHaveText(['Intro', 'Reference', 'Guides'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a deleted space is restored to its position by undo, or from the trash', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  for (const title of ['Intro', 'Guides', 'Reference']) await seed.space(title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await row(page, 'Guides').hover()
  await page.getByRole('button', { name: 'Actions for Guides' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(titles(page)).toHaveText(['Intro', 'Reference'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles(page)).toHaveText(['Intro', 'Guides', 'Reference'])
  await expect(page.getByText('Restored “Guides”')).toBeVisible()
  await page.reload()
  await expect(titles(page)).toHaveText(['Intro', 'Guides', 'Reference'])

  await row(page, 'Intro').hover()
  await page.getByRole('checkbox', { name: 'Select Intro' }).click()
  await row(page, 'Guides').hover()
  await page.getByRole('checkbox', { name: 'Select Guides' }).click({ modifiers: ['Shift'] })
  let deleted = 0
  page.on('response', (answer) => {
    if (answer.request().method() === 'DELETE' && answer.ok()) deleted += 1
  })
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click()
  await expect(page.getByText('Moved 2 spaces to the trash')).toBeVisible()
  // The toast appears before the requests finish; leaving the page now would lose the second one.
  await expect.poll(() => deleted).toBe(2)

  await page.goto(`/o/${seed.organizationId}/trash`)
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Restore Intro' }).click()
  await expect(page.getByText('Restored “Intro”')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Guides' })).toContainText('days left')
  await page.getByRole('button', { name: 'Restore Guides' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
})

test('deleting a collection asks for confirmation and names its contents', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const docs = await seed.collection('Docs')
  const spaceId = await seed.space('Guide')
  await callApi(api.spaces.move, { params: { spaceId }, body: { parent: docs } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await row(page, 'Docs').focus()
  await page.keyboard.press('Delete')
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation).toContainText('Delete the collection “Docs”?')
  await expect(confirmation).toContainText('1 space in it goes to the trash')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  await expect(row(page, 'Docs')).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete Docs' }).click()
  await expect(page.getByRole('heading', { name: 'No spaces here yet' })).toBeVisible()
})

test('several items are moved by dialog, and the filter in the URL finds them', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.collection('Product documentation')
  for (const title of ['Intro', 'Guides', 'Reference']) await seed.space(title)
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/library`)
  await row(page, 'Intro').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('m')
  await expect(page.getByRole('dialog', { name: 'Move 2 spaces' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('prod')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Moved 2 spaces into “Product documentation”')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or go to' })).toBeFocused()
  await page.keyboard.type('Filter the library')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Filter the library' })).toBeFocused()
  await page.keyboard.type('gui')
  await expect(page).toHaveURL(/q=gui/)
  await expect(titles(page)).toHaveText(['Guides'])
  await expect(row(page, 'Guides')).toContainText('Product documentation')
  await page.reload()
  await expect(titles(page)).toHaveText(['Guides'])
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter the library' }).fill('nowhere')
  await expect(page.getByRole('heading', { name: 'No results for “nowhere”' })).toBeVisible()
  await page.getByRole('button', { name: /^Show all/ }).click()
  await expect(titles(page)).toHaveText(['Product documentation', 'Reference'])
})

test('a reader sees the tree without a way to change it', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seed.collection('Docs')
  await seed.space('Guide')
  await signInAs('read')
  await page.goto(`/o/${seed.organizationId}/library`)
  await expect(titles(page)).toHaveText(['Docs', 'Guide'])
  await row(page, 'Guide').hover()
  const none = ['Move Guide', 'Actions for Guide', 'New space', 'New collection', 'Emoji of Guide']
  for (const name of none) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(tree(page).getByRole('checkbox')).toHaveCount(0)
  await row(page, 'Guide').focus()
  await page.keyboard.press('Space')
  await expect(announcement(page)).toHaveText('')
  await expectAccessible(page)
})

test('the library fits a phone', async ({ page, seed, signInAs, expectAccessible }) => {
  const docs = await seed.collection('A collection with quite a long title to cut off')
  await seed.collection('Inside', docs)
  await seed.space('A space with a title as long as the rule allows 50')
  await signInAs('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [address, title] of [
    ['library', 'Library'],
    [`collections/${docs}`, 'A collection with quite a long title to cut off'],
    ['trash', 'Trash'],
  ] as const) {
    await page.goto(`/o/${seed.organizationId}/${address}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a collection is created on a phone, and fingers hit every control', async ({
    page,
    seed,
    signInAs,
  }) => {
    await seed.space('Guide')
    const [adaId] = await seed.members('edit', 'ada')
    await signInAs('admin')
    await page.goto(`/o/${seed.organizationId}/library`)
    await page.getByRole('main').getByRole('button', { name: 'New collection' }).tap()
    const dialog = page.getByRole('dialog', { name: 'New collection' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Field service')
    await dialog.getByRole('button', { name: 'Create collection' }).tap()
    await expect(titles(page)).toContainText(['Guide', 'Field service'])
    for (const path of ['library', 'members', `members/${adaId}`, 'changes']) {
      await page.goto(`/o/${seed.organizationId}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await expectNoOverflow(page)
      // What is around the middle of a control belongs to it, 18 px up and down.
      const missed = await page
        .locator('main button:not(.select-inline):visible, .topbar button:visible')
        .evaluateAll((all) =>
          all.flatMap((button) => {
            const { left, top, width, height } = button.getBoundingClientRect()
            const [x, y] = [left + width / 2, top + height / 2]
            const isHit = [y - 18, y + 18].every((at) => {
              const hit = document.elementFromPoint(x, at)
              return hit === button || button.contains(hit)
            })
            return isHit || button.className === ''
              ? []
              : [button.getAttribute('aria-label') ?? button.textContent]
          }),
        )
      expect([path, missed]).toEqual([path, []])
    }
  })
})
