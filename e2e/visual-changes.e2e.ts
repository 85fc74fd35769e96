import { api } from '#contract/api.ts'
import { type Call, expect, test } from './fixtures.ts'
import { moveToEnd, pageWith, text } from './visual-page.ts'

const before = `Tighten the earth to 10 Nm first.

The cover is made of steel.

- Phases
- Neutral
- Shield

![Terminals](https://images.example/terminals.png)

Sign the form.
`
const after = `Tighten the earth to 12 Nm first.

- Phases
- Neutral wire
- Drain wire

![Terminals](https://images.example/terminals.png)

Sign the form.

Call the operator.
`

/** A page of a change request in which it was edited. */
async function changedPage(callApi: Call, spaceId: string) {
  const { pageId } = await pageWith(callApi, spaceId, before)
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'New torques' },
  })
  await callApi(api.changeRequestContent.edit, {
    params: { spaceId, changeRequestId: request.id },
    body: { changes: [{ operation: 'update_page', page: pageId, document: { markdown: after } }] },
  })
  return { pageId, address: `/s/${spaceId}/changes/${request.number}/pages/${pageId}/edit?view=visual` }
}

test('what a change request changed is shown in the text, and follows what is typed', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Guide')
  const { address } = await changedPage(callApi, spaceId)
  await signInAs('admin')
  await page.goto(address)
  const toggle = page.getByRole('button', { name: 'Show changes' })
  await expect(text(page)).toContainText('12 Nm')
  await expect(text(page).locator('ins')).toHaveCount(0)
  await toggle.click()
  await expect(page.getByText('2 changes')).toBeVisible()
  await expect(text(page).locator('ins')).toHaveText(['12', ' wire'])
  await expect(text(page).locator('del')).toHaveText(['10', 'Shield'])
  await expect(text(page).locator('.visual-removed')).toHaveText('Removed: The cover is made of steel.')
  await expect(text(page).locator('.change-added-line')).toHaveText('Drain wire')
  await expect(text(page).locator('.change-added')).toHaveText('Call the operator.')
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'Next change' }).click()
  await expect(page.getByText('Change 1 of 2')).toBeVisible()

  await text(page).getByText('Sign the form.').click()
  await moveToEnd(page)
  await page.keyboard.type(' Twice.')
  await expect(text(page).locator('ins').last()).toHaveText(' Twice.')
  await page.reload()
  await expect(text(page).locator('ins').last()).toHaveText(' Twice.')
  await toggle.click()
  await expect(text(page).locator('ins')).toHaveCount(0)
  await expect(text(page).locator('.visual-removed')).toHaveCount(0)
})

test('a page that the change request adds says that it is new', async ({ page, seed, callApi, signInAs }) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const request = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'More pages' },
  })
  const params = { spaceId, changeRequestId: request.id }
  const changes = [
    { operation: 'insert_page' as const, title: 'Torque', document: { markdown: 'Use 12 Nm.\n' } },
  ]
  await callApi(api.changeRequestContent.edit, { params, body: { changes } })
  const { pages } = await callApi(api.changeRequestContent.pages, { params })
  const pageId = pages.find(({ title }) => title === 'Torque')?.id ?? ''
  await signInAs('admin')
  await page.goto(`/s/${spaceId}/changes/${request.number}/pages/${pageId}/edit?view=visual`)
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect(page.getByText('The page is new')).toBeVisible()
  await expect(text(page)).toContainText('Use 12 Nm.')
})
