import type { Locator, Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { type Call, expect, test } from './fixtures.ts'

const text = 'Tighten the earth first.\n\nThen tighten the phases.\n\nClose the cover at the end.\n'
const commentsPanel = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Comments on this page' })
const threads = (within: Page | Locator): Locator => within.getByRole('article', { name: /^Thread of/ })

/** Creates a page with three blocks and returns its id and path. */
async function aPage(callApi: Call, spaceId: string): Promise<{ id: string; to: string }> {
  const params = { spaceId }
  const changes = [{ operation: 'insert_page' as const, title: 'Torque', document: { markdown: text } }]
  await callApi(api.spaceContent.edit, { params, body: { changes } })
  const { pages } = await callApi(api.spaceContent.pages, { params })
  const id = pages.find(({ title }) => title === 'Torque')?.id ?? ''
  return { id, to: `/s/${spaceId}/p/${id}` }
}

test('by keyboard alone, a block is commented on, replied to, edited, resolved and found again', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', [])
  const { to } = await aPage(callApi, spaceId)
  const { keyboard } = page
  const saved = () =>
    page.waitForResponse(
      (response) => response.url().includes('/comments/') && response.request().method() === 'PUT',
    )
  // Someone to mention.
  await signInAs('review')
  await signInAs('admin')
  await page.goto(to)
  await expect(page.getByText('Then tighten the phases.')).toBeVisible()
  await keyboard.press('t')
  await expect(commentsPanel(page).getByText('No comments on this page yet')).toBeVisible()
  await keyboard.press('n')
  await expect(page.getByRole('button', { name: 'Comment on “Tighten the earth first.”' })).toBeFocused()
  await keyboard.press('n')
  await expect(page.getByRole('button', { name: 'Comment on “Then tighten the phases.”' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(commentsPanel(page).getByRole('textbox', { name: 'Comment' })).toBeFocused()
  await keyboard.type('Which ones, @Rit')
  await expect(commentsPanel(page).getByRole('option', { name: /Rita/ })).toBeVisible()
  await keyboard.press('Enter')
  await page.reload()
  await expect(commentsPanel(page).getByText('On “Then tighten the phases.”')).toBeVisible()
  await expect(commentsPanel(page).getByRole('textbox', { name: 'Comment' })).not.toBeFocused()
  await keyboard.press('m')
  await keyboard.press('Control+Enter')
  const thread = threads(commentsPanel(page))
  await expect(thread).toContainText('Which ones, @Rita review')
  await expect(thread.getByText('Then tighten the phases.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 comment on “Then tighten the phases.”' })).toBeVisible()
  await expectAccessible(page)
  await keyboard.press('Escape')
  await keyboard.press('r')
  await keyboard.type('All of them.')
  await keyboard.press('Enter')
  await expect(thread).toContainText('All of them.')
  await keyboard.press('Escape')
  await thread.getByRole('button', { name: /^Actions for the reply/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await expect(thread.getByRole('textbox', { name: 'Edit the reply' })).toBeFocused()
  await keyboard.type(' Really.')
  await keyboard.press('Control+Enter')
  await expect(thread).toContainText('All of them. Really.')
  await expect(thread).toContainText('edited')
  await page.reload()
  await expect(threads(commentsPanel(page))).toContainText('All of them. Really.')
  // Someone fast changes it again before the list is read, and even before the first change is saved.
  let release: () => void = () => undefined
  const isTime = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/comments[?/]/, (route) => isTime.then(() => route.continue()))
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') statuses.push(response.status())
  })
  for (const name of ['Resolve', 'Reopen', 'Resolve'])
    await threads(commentsPanel(page)).getByRole('button', { name, exact: true }).press('Enter')
  await expect(threads(commentsPanel(page))).toContainText('Resolved')
  release()
  await expect.poll(() => statuses).toEqual([200, 200, 200])
  await commentsPanel(page).getByRole('combobox', { name: 'Filter comments' }).selectOption('Open')
  await expect(threads(commentsPanel(page))).toHaveCount(0)
  await commentsPanel(page).getByRole('combobox', { name: 'Filter comments' }).selectOption('Resolved')
  await threads(commentsPanel(page)).click()
  const isReopened = saved()
  await threads(commentsPanel(page)).getByRole('button', { name: 'Reopen' }).click()
  await isReopened
  await page.goto(`/s/${spaceId}/comments`)
  await expect(threads(page)).toContainText('Which ones')
  await expectAccessible(page)
  await threads(page).getByRole('link', { name: 'Torque' }).click()
  await expect(threads(commentsPanel(page))).toHaveClass(/is-selected/)
})

test('selected text is quoted, and a thread whose quote is gone is marked as changed', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', [])
  const { id, to } = await aPage(callApi, spaceId)
  await signInAs('admin')
  await page.goto(to)
  const block = page.getByText('Close the cover at the end.')
  await block.evaluate((element) => {
    const range = document.createRange()
    const words = element.firstChild ?? element
    range.setStart(words, 6)
    range.setEnd(words, 15)
    document.getSelection()?.addRange(range)
  })
  await page.getByRole('button', { name: 'Comment on “the cover”' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('With which screws?')
  await page.keyboard.press('Control+Enter')
  await expect(threads(commentsPanel(page)).getByText('the cover', { exact: true })).toBeVisible()
  const changed = { markdown: text.replace('the cover', 'the lid') }
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'update_page', page: id, document: changed }] },
  })
  await expect(page.getByText('Close the lid at the end.')).toBeVisible()
  await expect(threads(commentsPanel(page))).toContainText('Outdated')
})

test('a reader sees comments without a way to add or change any', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', [])
  const { id, to } = await aPage(callApi, spaceId)
  await callApi(api.spaceComments.create, {
    params: { spaceId },
    body: { page: id, quote: 'Then tighten', body: { markdown: 'Which ones?' } },
  })
  await signInAs('read')
  await page.goto(to)
  await page.getByRole('button', { name: '1 comment on “Then tighten the phases.”' }).click()
  await expect(threads(commentsPanel(page))).toContainText('Which ones?')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Comment on/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Actions for the/ })).toHaveCount(0)
  await expect(threads(commentsPanel(page)).getByRole('button', { name: 'Resolve' })).toHaveCount(0)
})

test('changes since the last visit are announced, can be shown alone and marked as seen, and pages can be marked as viewed', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const write = (title: string, markdown: string) => ({
    operation: 'update_page' as const,
    page: pages.find((one) => one.title === title)?.id ?? '',
    document: { markdown },
  })
  const request = await callApi(api.changeRequests.create, { params: { spaceId }, body: { subject: 'New' } })
  const params = { spaceId, changeRequestId: request.id }
  const propose = (...changes: ReturnType<typeof write>[]) =>
    callApi(api.changeRequestContent.edit, { params, body: { changes } })
  await propose(write('Wiring', 'First words.\n'), write('Tools', 'Other words.\n'))
  await signInAs('read')
  await page.goto(`/s/${spaceId}/changes/1`)
  const list = page.getByRole('navigation', { name: 'Changed pages' })
  await expect(list.getByRole('link', { name: /^Wiring/ })).toBeVisible()
  await page.keyboard.press('x')
  await expect(list.getByRole('link', { name: /Wiring.*viewed/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('2 of 2 viewed')).toBeVisible()
  await propose(write('Tools', 'Other words, and more.\n'))
  await expect(page.getByText(/^1 page changed since your last visit/)).toBeVisible()
  await expect(page.getByText('1 of 2 viewed')).toBeVisible()
  await expect(list.getByRole('link', { name: /Tools.*changed since your last visit/ })).toBeVisible()
  await page.getByRole('button', { name: 'Show only these changes' }).click()
  await expect(list.getByRole('link')).toHaveCount(1)
  await expect(page.locator('.comparison-diff ins')).toHaveText(', and more')
  await expectAccessible(page)
  await page.reload()
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark as seen' }).click()
  await expect(list.getByRole('link')).toHaveCount(2)
  await page.reload()
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(page.getByText('changed since your last visit')).toHaveCount(0)
})

test('conflicts are resolved by keyboard, and all of them are required', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const write = (markdown: string) =>
    pages.map(({ id }) => ({ operation: 'update_page' as const, page: id, document: { markdown } }))
  const request = await callApi(api.changeRequests.create, { params: { spaceId }, body: { subject: 'New' } })
  const params = { spaceId, changeRequestId: request.id }
  await callApi(api.changeRequestContent.edit, { params, body: { changes: write('Mine.\n') } })
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes: write('Theirs.\n') } })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1/conflicts`)
  const { keyboard } = page
  await expect(page.getByText('2 of 2 left')).toBeVisible()
  const update = page.getByRole('button', { name: 'Update with my choices' })
  await expect(update).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await keyboard.press('1')
  await expect(page.getByText('1 of 2 left')).toBeVisible()
  await keyboard.press('j')
  await keyboard.press('2')
  await expect(page.getByText('All resolved')).toBeVisible()
  await keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible()
  const texts = await Promise.all(
    pages.map(({ id }) =>
      callApi(api.changeRequestContent.page, { params: { ...params, pageId: id }, query: {} }),
    ),
  )
  const markdownTexts = texts.map((one) => ('markdown' in one ? one.markdown?.trim() : ''))
  expect(markdownTexts.sort()).toEqual(['Mine.', 'Theirs.'])
})

test('one page can be rolled back alone, and a deleted page can be restored', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Tools'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const [wiring = '', tools = ''] = ['Wiring', 'Tools'].map(
    (title) => pages.find((one) => one.title === title)?.id ?? '',
  )
  const edit = (change: { operation: 'update_page'; page: string; document: { markdown: string } }) =>
    callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes: [change] } })
  const text = (pageId: string, markdown: string) => ({
    operation: 'update_page' as const,
    page: pageId,
    document: { markdown },
  })
  const { revision } = await edit(text(wiring, 'Good words.\n'))
  await edit(text(wiring, 'Bad words.\n'))
  const removed = await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'delete_page', page: tools }] },
  })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/history?revision=${revision}`)
  await page.getByRole('button', { name: 'Roll back this page' }).click()
  await expect(page.getByText('Rolled back “Wiring”')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('Good words.')
  await page.goto(`/s/${spaceId}/history?revision=${removed.revision}`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored “Tools”')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('All about Tools')
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the comments of a block open in a sheet over the page', async ({
    page,
    callApi,
    seed,
    signInAs,
    expectAccessible,
  }) => {
    const spaceId = await seed.space('Guide', [])
    const { to } = await aPage(callApi, spaceId)
    await signInAs('admin')
    await page.goto(to)
    await page.getByText('Then tighten the phases.').click()
    await page.getByRole('button', { name: 'Comment on “Then tighten the phases.”' }).click()
    const sheet = page.getByRole('dialog', { name: 'Comments' })
    await expect(sheet.getByText('On “Then tighten the phases.”')).toBeVisible()
    await sheet.getByRole('textbox', { name: 'Comment' }).fill('Which ones?')
    await sheet.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(threads(sheet)).toContainText('Which ones?')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Close the comments' }).click()
    await page.getByRole('button', { name: '1 comment on “Then tighten the phases.”' }).click()
    await expect(threads(sheet)).toContainText('Which ones?')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
