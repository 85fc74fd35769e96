import { api } from '#contract/api.ts'
import { changedPages, conversation, diff, pageIdsByTitle, seedConflict } from './change-requests.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a draft is sent to review, and the reviewer is reminded from its tabs', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Torque', 'Tools'])
  const ids = await pageIdsByTitle(callApi, spaceId)
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Units' },
  })
  const params = { spaceId, changeRequestId: request.id }
  const text = 'In newton meters.\n\n## First\n\nText.\n\nChecked twice.\n'
  const changes = ['Wiring', 'Torque'].map((title) => ({
    operation: 'update_page' as const,
    page: ids.get(title) ?? '',
    document: { markdown: text },
  }))
  await callApi(api.changeRequestContent.edit, { params, body: { changes } })
  await callApi(api.changeRequestComments.create, {
    params,
    body: { page: ids.get('Torque') ?? '', quote: 'Checked twice', body: { markdown: 'By whom?' } },
  })
  await seed.members('review', 'rolf')
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1`)
  await expect(conversation(page).getByRole('heading', { name: 'Draft' })).toBeVisible()
  await expect(page.getByText('2 of 3 pages')).toBeVisible()
  await expect(page.getByText('2 changes', { exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await expect(page.getByText('Change 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Filter pages' }).click()
  await page.keyboard.type('tor')
  await expect(changedPages(page).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await changedPages(page)
    .getByRole('link', { name: /Torque/ })
    .click()
  const thread = diff(page, 'Torque').getByRole('article', { name: /^Thread of/ })
  await expect(thread).toContainText('By whom?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask for review' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('rolf')
  await page.getByRole('option', { name: /rolf/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for review' }).click()
  await expect(conversation(page).getByRole('heading', { name: 'Waiting for review' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask for review', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Reviews 1' }).click()
  await page.getByRole('button', { name: 'Remind rolf by email' }).click()
  await expect(page.getByText('Emailed a reminder to rolf')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind rolf by email' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Comments 1' }).click()
  await expectAccessible(page)
  await page
    .getByRole('article', { name: /^Thread of/ })
    .getByRole('link', { name: 'Torque' })
    .click()
  await expect(thread).toHaveClass(/is-selected/)
  await expect(page).toHaveTitle('Units · Guide · Lectern')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: '2 changed pages' })).toBeVisible()
  await expect(page).toHaveTitle('Overview · Units · Lectern')
  await expectAccessible(page)
  await page.goto(`/s/${spaceId}/changes/1/pages/${ids.get('Torque')}/edit`)
  await expect(page).toHaveTitle('Edit Torque · Lectern')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveTitle('Pages · Units · Lectern')
})

test('tall threads beside the diff neither overlap nor push its blocks apart', async ({
  page,
  callApi,
  seed,
  signInAs,
}) => {
  await page.setViewportSize({ width: 1680, height: 900 })
  const spaceId = await seed.space('Guide', ['Torque'])
  const ids = await pageIdsByTitle(callApi, spaceId)
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Units' },
  })
  const params = { spaceId, changeRequestId: request.id }
  const pageId = ids.get('Torque') ?? ''
  const markdown = 'In newton meters.\n\nChecked twice.\n\nSigned by two people.\n'
  await callApi(api.changeRequestContent.edit, {
    params,
    body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown } }] },
  })
  const long = Array.from({ length: 8 }, (_, line) => `Line ${line} of a long comment.`).join('\n\n')
  for (const quote of ['In newton meters', 'Checked twice', 'Signed by two']) {
    await callApi(api.changeRequestComments.create, {
      params,
      body: { page: pageId, quote, body: { markdown: long } },
    })
  }
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1`)
  const pane = diff(page, 'Torque')
  await expect(pane.getByRole('article', { name: /^Thread of/ })).toHaveCount(3)
  const boxesOf = (selector: string) =>
    pane.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const distances = (boxes: { top: number; bottom: number }[]) =>
    boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.bottom ?? 0))
  await expect(async () => {
    const threads = await boxesOf('.diff-threads')
    expect(threads.length).toBe(3)
    expect(Math.min(...distances(threads))).toBeGreaterThanOrEqual(4)
    expect(Math.max(...distances(threads))).toBeLessThanOrEqual(16)
    expect(Math.max(...distances(await boxesOf('.diff-block')))).toBeLessThanOrEqual(24)
  }).toPass()
  // The last thread can be scrolled to.
  await pane.locator('.diff-threads').last().scrollIntoViewIfNeeded()
  await expect(pane.getByText('Line 7 of a long comment.').last()).toBeVisible()
  await pane
    .getByRole('article', { name: /^Thread of/ })
    .nth(1)
    .click({ position: { x: 8, y: 8 } })
  await expect(pane.locator('.diff-anchor.is-selected')).toHaveCount(1)
  await expect(async () => {
    expect(Math.min(...distances(await boxesOf('.diff-threads')))).toBeGreaterThanOrEqual(4)
  }).toPass()
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  test('no control of a bar touches the hairline below it or is cut off, however long the subject is', async ({
    page,
    callApi,
    seed,
    signInAs,
  }) => {
    const spaceId = await seed.space('Guide', ['Torque'])
    await seedConflict(callApi, spaceId)
    const subject = 'Torque values of all terminal blocks, and what changes for installers'
    await callApi(api.changeRequests.update, {
      params: { spaceId, changeRequestId: '1' },
      body: { subject },
    })
    await signInAs('admin')
    await page.goto(`/s/${spaceId}/changes/1`)
    await expect(diff(page, 'Torque').locator('ins')).toContainText('3.2')
    await expectNoOverflow(page)
    const title = await page.getByRole('heading', { level: 1, name: subject }).boundingBox()
    expect(title?.width).toBeGreaterThanOrEqual(160)
    const hidden = await page.locator('.pane-head').evaluate((bar) => bar.scrollWidth - bar.clientWidth)
    expect(hidden).toBe(0)
    const gaps = await page.locator('.topbar, .pane-head').evaluateAll((bars) =>
      bars.flatMap((bar) => {
        const { top, bottom } = bar.getBoundingClientRect()
        const boxes = [...bar.querySelectorAll('button, select, a')].map((one) => one.getBoundingClientRect())
        return boxes
          .filter(({ height }) => height > 0)
          .map((box) => Math.min(box.top - top, bottom - box.bottom))
      }),
    )
    expect(gaps.length).toBeGreaterThan(4)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3)
    const tabs = page.getByRole('navigation', { name: 'Change request' })
    await page.goto(`/s/${spaceId}/changes/1/files`)
    await expect(tabs.getByRole('link', { name: 'Changes 1' })).toBeAttached()
    await expect(tabs.getByRole('link', { name: 'Files' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } })
  test('nothing overflows horizontally, and a bar goes to the merge', async ({
    page,
    callApi,
    seed,
    signInAs,
    expectAccessible,
  }) => {
    const spaceId = await seed.space('Guide', ['Torque'])
    await seedConflict(callApi, spaceId)
    await signInAs('admin')
    await page.goto(`/s/${spaceId}/changes`)
    await expect(page.getByRole('link', { name: 'New torque' })).toBeVisible()
    await expectNoOverflow(page)
    await page.goto(`/s/${spaceId}/changes/1`)
    await expect(diff(page, 'Torque').locator('ins')).toContainText('3.2')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await expect(page.getByRole('button', { name: 'Next change' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
    await page.getByRole('link', { name: '1 issue to resolve first' }).click()
    await expect(page.getByRole('heading', { name: 'Not ready to merge' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Merge change request' })).toBeInViewport()
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.goto(`/s/${spaceId}/changes/1/conflicts`)
    await expect(page.getByRole('button', { name: 'Update with my choices' })).toBeVisible()
    await expectNoOverflow(page)
    await page.goto(`/s/${spaceId}/history`)
    await expect(page.getByRole('navigation', { name: 'Revisions' })).toBeVisible()
    await expectNoOverflow(page)
  })
})

test('files of a change request are listed, added and deleted, with undo', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const base64 = Buffer.from('old').toString('base64')
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_files', files: [{ name: 'old.txt', base64, contentType: 'text/plain' }] },
      ],
    },
  })
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'New files' },
  })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/${request.number}/files`)
  const files = page.getByRole('list', { name: 'Files' })
  await expect(files.getByRole('link')).toHaveText(['old.txt'])
  await page.getByLabel('Files to add').setInputFiles([
    { name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') },
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1_000_001) },
  ])
  await expect(page.getByText(/“large.bin” is larger than/)).toBeVisible()
  await expect(files.getByRole('listitem').filter({ hasText: 'new.txt' }).getByText('Added')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete old.txt' }).click()
  await expect(files.getByRole('listitem').filter({ hasText: 'old.txt' }).getByText('Deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('button', { name: 'Delete old.txt' })).toBeVisible()
  const { items } = await callApi(api.spaceContent.files, { params: { spaceId }, query: {} })
  expect(items.map(({ name }) => name)).toEqual(['old.txt'])
})
