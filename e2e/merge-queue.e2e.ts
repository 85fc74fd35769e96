import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { pageIdsByTitle } from './change-requests.ts'
import { type Call, expect, expectNoOverflow, type Seed, test } from './fixtures.ts'

const headers = { 'x-lectern': '1' }
const box = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const mergesWhenReady = (page: Page) => box(page, 'Merges when ready')
const queueButton = (page: Page) => page.getByRole('button', { name: 'Merge when ready' })

/** A space whose merges need an approval, with open change requests to its page Torque. */
async function seedRequests(callApi: Call, seed: Seed, edits: readonly (readonly [string, string])[]) {
  const spaceId = await seed.space('Guide', ['Torque'])
  const page = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const space = { params: { spaceId } }
  const write = (markdown: string) => ({ operation: 'update_page' as const, page, document: { markdown } })
  await callApi(api.spaceContent.edit, {
    ...space,
    body: { changes: [write('Tighten to 2.5 Nm.\n\nUse a Torx 20 bit.\n')] },
  })
  for (const [subject, markdown] of edits) {
    const { id } = await callApi(api.changeRequests.create, { ...space, body: { subject } })
    const params = { spaceId, changeRequestId: id }
    await callApi(api.changeRequestContent.edit, { params, body: { changes: [write(markdown)] } })
    await callApi(api.changeRequests.update, { params, body: { status: 'open' } })
  }
  await callApi(api.mergeRules.setForSpace, {
    ...space,
    body: { rules: [{ rule: 'require_at_least_one_approved_review' }] },
  })
  return { spaceId, overview: (number: number) => `/s/${spaceId}/changes/${number}/overview` }
}

test('a queue of three requests is merged in order, and the one with a conflict leaves it', async ({
  page,
  callApi,
  seed,
  signInAs,
  openAdminWindow,
  expectAccessibleInBothThemes,
}) => {
  const { spaceId, overview } = await seedRequests(callApi, seed, [
    ['New torque', 'Tighten to 3.2 Nm.\n\nUse a Torx 20 bit.\n'],
    ['Other torque', 'Tighten to 3.1 Nm.\n\nUse a Torx 20 bit.\n'],
    ['New bit', 'Tighten to 2.5 Nm.\n\nUse a Torx 25 bit.\n'],
  ])
  await signInAs('review')
  const approve = async (number: number) => {
    const url = `/v1/spaces/${spaceId}/change-requests/${number}/reviews`
    const response = await page.request.post(url, { headers, data: { status: 'approved' } })
    expect(response.status()).toBeLessThan(300)
  }
  const boss = await openAdminWindow()
  for (const [number, place] of [
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
  ] as const) {
    await boss.goto(overview(number))
    await queueButton(boss).click()
    await expect(mergesWhenReady(boss)).toContainText(`${place} in line`)
    await expect(mergesWhenReady(boss)).toContainText('1 issue to resolve first')
  }
  await expectAccessibleInBothThemes(boss)
  await boss.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(boss)
  await boss.setViewportSize({ width: 1280, height: 800 })
  await boss.reload()
  await expect(mergesWhenReady(boss)).toContainText('third in line')

  // What is not ready does not block what is behind it.
  await approve(3)
  await expect(box(boss, 'Merge')).toContainText('Merged')
  await boss.goto(`/s/${spaceId}/changes`)
  await expect(boss.getByText('Queued', { exact: true })).toHaveCount(2)

  // Another window shows the second request leave the queue after the first was merged.
  await page.goto(overview(2))
  await expect(mergesWhenReady(page)).toContainText('second in line')
  await approve(1)
  await expect(box(page, 'Not ready to merge')).toContainText('1 conflict in Torque')
  await expect(boss.getByText('Queued', { exact: true })).toHaveCount(0)
  await expect(boss.getByText('New torque')).toHaveCount(0)
  await boss.goto(overview(1))
  await expect(box(boss, 'Merge')).toContainText('Merged')

  await boss.goto(`/o/${seed.organizationId}/inbox`)
  await expect(boss.getByText('Conflicts with the space').first()).toBeVisible()
})

test('a queued merge is canceled, and the cancellation is undone', async ({
  page,
  callApi,
  seed,
  signInAs,
  openAdminWindow,
}) => {
  const { overview } = await seedRequests(callApi, seed, [
    ['New torque', 'Tighten to 3.2 Nm.\n\nUse a Torx 20 bit.\n'],
  ])
  const boss = await openAdminWindow()
  await boss.goto(overview(1))
  await queueButton(boss).click()
  await expect(boss.getByText('“New torque” merges when ready')).toBeVisible()
  await signInAs('edit')
  await page.goto(overview(1))
  await expect(mergesWhenReady(page)).toContainText('first in line')
  await page.getByRole('button', { name: 'Cancel merge' }).click()
  await expect(box(page, 'Not ready to merge')).toBeVisible()
  await expect(queueButton(page)).toHaveCount(0)

  await expect(box(boss, 'Not ready to merge')).toBeVisible()
  await queueButton(boss).click()
  await boss.getByRole('button', { name: 'Cancel merge' }).click()
  await expect(boss.getByText('Canceled the merge of “New torque”')).toBeVisible()
  await boss.getByRole('button', { name: /^Undo/ }).last().click()
  await expect(mergesWhenReady(boss)).toBeVisible()
})
