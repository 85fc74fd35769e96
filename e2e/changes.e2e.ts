import { api } from '#contract/api.ts'
import { changedPages, conversation, diff, pageIdsByTitle, seedConflict, source } from './change-requests.ts'
import { expect, test } from './fixtures.ts'

test('by keyboard alone, a change is created, written, discussed and merged', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Torque'])
  const { keyboard } = page
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes`)
  await expect(page.getByText('has no change requests yet')).toBeVisible()
  await expectAccessible(page)
  await keyboard.press('c')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await keyboard.type('Torque values')
  await keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/changes\/1\/pages\//)
  await expect(page.getByRole('heading', { name: 'Torque values' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('All about Wiring')
  await keyboard.press('e')
  await expect(page.getByText('in change request #1')).toBeVisible()
  await source(page).getByText('All about Wiring.').click()
  await keyboard.press('End')
  await keyboard.type(' Switch it off first.')
  await keyboard.press('Control+s')
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.goto(`/s/${spaceId}/changes/1`)
  await expect(diff(page, 'Wiring').locator('ins')).toContainText('Switch it off first')
  await expectAccessible(page)
  await keyboard.press('m')
  await keyboard.type('Is that enough?')
  await keyboard.press('Control+Enter')
  const thread = conversation(page).getByRole('article', { name: /^Thread of/ })
  await expect(thread).toContainText('Is that enough?')
  await keyboard.press('Escape')
  await keyboard.press('r')
  await keyboard.type('It is.')
  await keyboard.press('Enter')
  await expect(thread).toContainText('It is.')
  await thread.getByRole('button', { name: 'Resolve' }).press('Enter')
  await expect(thread).toContainText('Resolved')
  await conversation(page).getByRole('button', { name: 'Merge change request' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge change request' }).press('Enter')
  await expect(page.getByText('Merged “Torque values” into “Guide”')).toBeVisible()
  await page.reload()
  await expect(conversation(page).getByRole('heading', { name: 'Merged' })).toBeVisible()
  await expect(diff(page, 'Wiring').locator('ins')).toContainText('Switch it off first')
  const wiring = (await pageIdsByTitle(callApi, spaceId)).get('Wiring') ?? ''
  await page.goto(`/s/${spaceId}/p/${wiring}`)
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('Switch it off first')
})

test('a conflict is resolved by a choice, and the request can be merged then', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  await seedConflict(callApi, spaceId)
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/1`)
  await expect(conversation(page).getByText('1 issue to resolve first')).toBeVisible()
  await expect(changedPages(page).getByRole('link', { name: /Torque.*has conflicts/ })).toBeVisible()
  await expect(conversation(page).getByText('1 conflict in Torque')).toBeVisible()
  await expect(page.getByText('1 of 1 page', { exact: true })).toBeVisible()
  await conversation(page).getByRole('link', { name: 'Resolve' }).press('Enter')
  await expect(page.getByText('1 conflict with the space.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit manually' }).press('Enter')
  await page.getByRole('textbox', { name: 'Text, edited manually' }).fill('Tighten to 3.15 Nm.')
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page).getByRole('heading', { name: 'Ready to merge' })).toBeVisible()
  await expect(diff(page, 'Torque').locator('ins').first()).toContainText('3.15')
  await conversation(page).getByRole('button', { name: 'Merge change request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge change request' }).click()
  await expect(conversation(page).getByRole('heading', { name: 'Merged' })).toBeVisible()
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const now = await callApi(api.spaceContent.page, { params: { spaceId, pageId: torque }, query: {} })
  expect(now).toMatchObject({ markdown: expect.stringContaining('3.15 Nm') })
})

test('a reader sees the changes without a way to edit', async ({ page, callApi, seed, signInAs }) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  await seedConflict(callApi, spaceId)
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  await signInAs('read')
  await page.goto(`/s/${spaceId}/changes`)
  await page.getByRole('link', { name: 'New torque' }).click()
  await expect(diff(page, 'Torque').locator('ins')).toContainText('3.2')
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCount(0)
  await expect(conversation(page).getByRole('button', { name: 'Merge change request' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.goto(`/s/${spaceId}/changes/1/pages/${torque}/edit`)
  await expect(page.getByText('You can’t edit')).toBeVisible()
})

test('a requested reviewer requests changes and approves by keyboard, and an edit outdates the approval', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  await seedConflict(callApi, spaceId)
  await signInAs('review')
  const { organizationId } = seed
  const members = await callApi(api.members.list, { params: { organizationId }, query: { search: 'Rita' } })
  const params = { spaceId, changeRequestId: '1' }
  await callApi(api.changeRequestReviews.request, { params, body: { users: [members.items[0]?.id ?? ''] } })
  await page.goto(`/o/${organizationId}/changes`)
  const row = page.getByRole('row').filter({ hasText: 'New torque' })
  await expect(row).toContainText('Waiting for you')
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByText('Waiting for Rita review’s review')).toBeVisible()
  await page.keyboard.press('v')
  await page.getByRole('radio', { name: /Request changes/ }).check()
  await page.getByLabel('Comment', { exact: true }).last().fill('Which bit?')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page).getByText('Rita review requested changes').first()).toBeVisible()
  await expect(conversation(page).getByText('Which bit?')).toBeVisible()
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const reviewers = page.getByRole('region', { name: 'Reviewers' })
  await expect(reviewers).toContainText('Approved')
  await page.reload()
  await expect(reviewers).toContainText('Approved')
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const edit = { operation: 'update_page' as const, page: torque, document: { markdown: 'Anew.' } }
  await callApi(api.changeRequestContent.edit, { params, body: { changes: [edit] } })
  await expect(reviewers).toContainText('Approved, before the latest edits')
})

test('a page is added and renamed in a request, and the request is archived and reopened', async ({
  page,
  seed,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Torque'])
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes?dialog=new`)
  await page.getByLabel('Subject').press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Change request #1' })).toBeVisible()
  await expect(page.getByRole('treegrid', { name: 'Pages' })).toBeVisible()
  await page.keyboard.press('c')
  await page.getByLabel('Title').fill('Lacquer')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('in change request #1')).toBeVisible()
  await page.goto(`/s/${spaceId}/changes/1/pages`)
  await page.getByRole('treegrid', { name: 'Pages' }).getByRole('link', { name: 'Torque' }).focus()
  await page.getByRole('row').filter({ hasText: 'Torque' }).press('F2')
  await page.keyboard.type('Torque values')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Changes 2$/ }).click()
  await expect(diff(page, 'Torque values')).toBeVisible()
  await page.keyboard.press('j')
  await expect(diff(page, 'Lacquer')).toBeVisible()
  await page.reload()
  await expect(diff(page, 'Lacquer')).toBeVisible()
  await page.getByRole('button', { name: 'Markdown' }).click()
  await expect(page).toHaveURL(/view=markdown/)
  await page.getByRole('button', { name: 'Change request actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive change request' }).click()
  await expect(conversation(page).getByRole('heading', { name: 'Archived' })).toBeVisible()
  await page.getByRole('button', { name: 'Change request actions' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await expect(conversation(page).getByRole('heading', { name: 'Ready to merge' })).toBeVisible()
})

test('the history shows the changes of each revision and can roll back to one', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const changes = [
    { operation: 'update_page' as const, page: torque, document: { markdown: 'Something else.' } },
  ]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/history`)
  await expect(diff(page, 'Torque').locator('.is-add')).toContainText('Something else')
  await expectAccessible(page)
  const revisions = page.getByRole('navigation', { name: 'Revisions' })
  await revisions.getByRole('link').nth(1).click()
  await expect(diff(page, 'Torque').locator('.is-add').first()).toContainText('All about Torque')
  await page.getByRole('button', { name: 'Roll back to this' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back' }).click()
  await expect(revisions.getByText('Rolled back')).toBeVisible()
  await page.reload()
  await expect(revisions.getByText('Rolled back')).toBeVisible()
  await page.goto(`/s/${spaceId}/p/${torque}`)
  await expect(page.getByRole('region', { name: 'Page', exact: true })).toContainText('All about Torque')
})

test('change requests of all spaces are in one list', async ({
  page,
  callApi,
  seed,
  signInAs,
  expectAccessible,
}) => {
  await seedConflict(callApi, await seed.space('Guide', ['Torque']))
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/changes`)
  const row = page.getByRole('row').filter({ hasText: 'New torque' })
  await expect(row).toContainText('Guide')
  await expectAccessible(page)
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New torque' })).toBeVisible()
})
