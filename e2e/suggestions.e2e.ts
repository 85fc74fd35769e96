import { api } from '#contract/api.ts'
import { writeSuggestion } from '#markup/suggestion.ts'
import { diff, pageIdsByTitle } from './change-requests.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('a reviewer suggests other words for a block, and the author accepts them with one click', async ({
  page,
  seed,
  callApi,
  signInAs,
  openAdminWindow,
  expectAccessibleInBothThemes,
}) => {
  const spaceId = await seed.space('Handbook', ['Torque'])
  const pageId = (await pageIdsByTitle(callApi, spaceId)).get('Torque') ?? ''
  const { id: changeRequestId } = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'New torque' },
  })
  const params = { spaceId, changeRequestId }
  const markdown = 'Tighten to 12 Nm.\n\nThen check [the values](https://example.org).\n'
  const changes = [{ operation: 'update_page' as const, page: pageId, document: { markdown } }]
  await callApi(api.changeRequestContent.edit, { params, body: { changes } })
  await callApi(api.changeRequests.update, { params, body: { status: 'open' } })

  await signInAs('comment')
  const at = `/s/${spaceId}/changes/1`
  await page.goto(at)
  const block = page.getByRole('button', { name: 'Comment on “Tighten to 12 Nm.”' })
  await block.focus()
  await block.press('Enter')
  await page.getByRole('button', { name: 'Suggest a change' }).click()
  const field = page.getByRole('textbox', { name: 'Comment', exact: true })
  await expect(field).toHaveValue(writeSuggestion('Tighten to 12 Nm.'))
  await expect(field).toBeFocused()
  await field.fill(`Not that tight:\n\n${writeSuggestion('Tighten to **10 Nm**.')}`)
  await field.press('ControlOrMeta+Enter')
  const suggestion = page.getByRole('region', { name: 'Suggested change' })
  await expect(suggestion).toContainText('Tighten to 10 Nm.')
  await expect(suggestion.getByRole('button')).toHaveCount(0)

  const author = await openAdminWindow()
  await author.goto(at)
  await expect(author.getByText('Not that tight:')).toBeVisible()
  await expectAccessibleInBothThemes(author)
  await author.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(author)
  await author.setViewportSize({ width: 1440, height: 900 })
  const theirs = author.getByRole('region', { name: 'Suggested change' })
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await expect(author.getByText('Accepted the suggestion')).toBeVisible()
  await expect(diff(author, 'Torque')).toContainText('Tighten to 10 Nm.')
  const edited = await callApi(api.changeRequestContent.page, { params: { ...params, pageId }, query: {} })
  expect(edited).toMatchObject({ markdown: markdown.replace('12 Nm', '**10 Nm**') })
  await expect(page.getByText('Resolved by admin')).toBeVisible()
})
