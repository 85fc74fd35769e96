import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { pageIdsByTitle, signInReviewer } from './change-requests.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const headers = { 'x-lectern': '1' }
const rule = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const inherited = (page: Page) => page.getByRole('heading', { name: 'From Halden Energy' })

test('rules of the organization block a merge until they are met, and an admin bypasses them with a reason', async ({
  page,
  callApi,
  seed,
  signInAs,
  openAdminWindow,
  openWindow,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide', ['Torque'])
  const torque = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  await callApi(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })

  const boss = await openAdminWindow()
  await boss.goto(`/o/${seed.organizationId}/settings`)
  await boss.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Merge rules' }).click()
  await boss.getByRole('checkbox', { name: /^Approvals/ }).check()
  await rule(boss, 'Approvals').getByLabel('Number of approvals').selectOption('2')
  await boss.getByRole('checkbox', { name: /^All threads resolved/ }).check()
  await boss.getByRole('checkbox', { name: /^Can merge without/ }).check()
  await boss.getByRole('button', { name: 'Save merge rules' }).click()
  await expect(rule(boss, 'Can merge without meeting these rules')).toContainText(
    'Choose at least one person or team',
  )
  await boss.getByRole('button', { name: 'Choose people and teams' }).click()
  const people = boss.getByRole('dialog').getByRole('listbox', { name: 'Members' }).getByRole('option')
  await people.first().click()
  await boss.getByRole('button', { name: 'Use these' }).click()
  await boss.getByRole('button', { name: 'Save merge rules' }).click()
  await expect(boss.getByText('Saved the merge rules of “Halden Energy”')).toBeVisible()
  await expectAccessibleInBothThemes(boss)
  await boss.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(boss)
  await boss.setViewportSize({ width: 1280, height: 800 })
  await boss.reload()
  await expect(rule(boss, 'Approvals').getByLabel('Number of approvals')).toHaveValue('2')

  // The author sees what is missing.
  await signInAs('review')
  await page.goto(`/s/${spaceId}`)
  const create = await page.request.post(`/v1/spaces/${spaceId}/change-requests`, {
    headers,
    data: { subject: 'New torque' },
  })
  const { number } = (await create.json()) as { number: number }
  const params = { spaceId, changeRequestId: String(number) }
  const edit = (markdown: string) =>
    callApi(api.changeRequestContent.edit, {
      params,
      body: { changes: [{ operation: 'update_page', page: torque, document: { markdown } }] },
    })
  await edit('Tighten to 3.2 Nm.\n')
  await callApi(api.changeRequests.update, { params, body: { status: 'open' } })
  const comment = await callApi(api.changeRequestComments.create, {
    params,
    body: { page: torque, body: { markdown: 'Which screw?' } },
  })
  await page.goto(`/s/${spaceId}/changes/${number}/overview`)
  const box = page.getByRole('region', { name: 'Not ready to merge' })
  await expect(box).toContainText('2 issues to resolve first')
  await expect(box).toContainText('0 of 2 approvals')
  await expect(box).toContainText('1 open thread')
  await expect(box.getByRole('button', { name: 'Merge change request' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(box.getByRole('button', { name: /^Merge without/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await box.getByRole('button', { name: 'Ask for review' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await box.getByRole('link', { name: 'Show threads' }).click()
  await expect(page.getByText('Which screw?')).toBeVisible()
  await page.goBack()

  // Two reviewers approve, and the thread is resolved.
  for (const name of ['ada', 'ben']) {
    const window = await openWindow({ storageState: { cookies: [], origins: [] } })
    await signInReviewer(window.request, callApi, seed, name)
    const review = `/v1/spaces/${spaceId}/change-requests/${number}/reviews`
    const data = { status: 'approved' }
    expect((await window.request.post(review, { headers, data })).status()).toBeLessThan(300)
  }
  await expect(box).toContainText('1 issue to resolve first')
  await expect(box).toContainText('2 approvals')
  await callApi(api.changeRequestComments.update, {
    params: { ...params, commentId: comment.id },
    body: { resolved: true },
  })
  const ready = page.getByRole('region', { name: 'Ready to merge', exact: true })
  await expect(ready).toContainText('All threads resolved')

  // A later edit makes the approvals outdated.
  await edit('Tighten to 3.3 Nm.\n')
  await expect(box).toContainText('0 of 2 approvals')
  await expect(ready).toHaveCount(0)

  // The admin may bypass the rules.
  await boss.goto(`/s/${spaceId}/changes/${number}/overview`)
  await boss.getByRole('button', { name: 'Merge without meeting the rules…' }).click()
  const dialog = boss.getByRole('dialog', { name: 'Merge “New torque” without meeting the rules?' })
  await expect(dialog).toContainText('The reason goes into the audit log')
  await expectAccessibleInBothThemes(boss)
  await dialog.getByRole('button', { name: 'Merge change request' }).click()
  await expect(dialog).toContainText('Enter a reason')
  await dialog.getByLabel('Reason').fill('The torque is a safety hazard')
  await dialog.getByRole('button', { name: 'Merge change request' }).click()
  await expect(boss.getByText('Merged “New torque” into “Guide”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Merged', exact: true })).toBeVisible()

  await boss.goto(`/o/${seed.organizationId}/settings/audit`)
  const log = boss.getByRole('grid', { name: 'Audit log' })
  const detail = boss.getByRole('complementary', { name: 'Event' })
  await log.getByText('Change request merged').click()
  await expect(detail).toContainText('Reason to merge without meeting the rules')
  await expect(detail).toContainText('The torque is a safety hazard')
  await log.getByText('Organization settings changed').click()
  await expect(detail).toContainText('2 approvals')
  await expect(detail).toContainText('All threads resolved')
  await expect(detail.getByRole('button', { name: 'Undo this' })).toBeVisible()
})

test('a space shows inherited rules, adds its own and undoes them; reviewers read them', async ({
  page,
  callApi,
  seed,
  signInAs,
  openAdminWindow,
  expectAccessibleInBothThemes,
}) => {
  const { organizationId } = seed
  const collectionId = await seed.collection('Handbook')
  const { id: spaceId } = await callApi(api.spaces.create, {
    params: { organizationId },
    body: { title: 'Guide', parent: collectionId },
  })
  await callApi(api.mergeRules.setForOrganization, {
    params: { organizationId },
    body: { rules: [{ rule: 'require_at_least_one_approved_review', count: 3 }] },
  })
  await callApi(api.mergeRules.setForCollection, {
    params: { collectionId },
    body: { rules: [{ rule: 'require_change_request_subject' }] },
  })
  const boss = await openAdminWindow()
  await boss.goto(`/s/${spaceId}/settings`)
  const section = boss.getByRole('region', { name: 'Merge rules' })
  await expect(inherited(boss)).toBeVisible()
  await expect(section).toContainText('3 approvals')
  await expect(section).toContainText('Live edits are on, and these rules only apply to merges.')
  const upToDate = boss.getByRole('checkbox', { name: /^Up to date with the space/ })
  await upToDate.check()
  await section.getByRole('button', { name: 'Save merge rules' }).click()
  await expect(boss.getByText('Saved the merge rules of “Guide”')).toBeVisible()
  const rules = () => callApi(api.mergeRules.getForSpace, { params: { spaceId } })
  expect((await rules()).rules).toEqual([{ rule: 'require_up_to_date_change_request' }])
  await boss.getByRole('button', { name: /^Undo/ }).click()
  await expect(upToDate).not.toBeChecked()
  expect((await rules()).rules).toEqual([])
  await expectAccessibleInBothThemes(boss)
  await section.getByRole('link', { name: 'Handbook' }).click()
  await expect(boss.getByRole('checkbox', { name: /^A subject/ })).toBeChecked()
  await expect(inherited(boss)).toBeVisible()

  await signInAs('edit')
  await page.goto(`/s/${spaceId}/settings`)
  await expect(page.getByText('To change these rules, you need the Create or Admin role')).toBeVisible()
  await expect(page.getByText('3 approvals')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Approvals/ })).toHaveCount(0)
})
