import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('waiting change requests are counted, listed with a reason, and filtered by space', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  await seed.space('Other')
  const params = { spaceId }
  const { number, id } = await callApi(api.changeRequests.create, {
    params,
    body: { subject: 'Better wires' },
  })
  const at = { spaceId, changeRequestId: id }
  await callApi(api.changeRequests.update, { params: at, body: { status: 'open' } })
  await signInAs('review')
  const me = await page.request.get('/v1/user').then((answer) => answer.json())
  await callApi(api.changeRequestReviews.request, { params: at, body: { users: [me.id] } })

  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('region', { name: /Waiting for your review/ })).toContainText('Better wires')
  await expect(page.getByRole('link', { name: /^Changes 1 waiting/ })).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/changes?filter=waiting`)
  const list = page.getByRole('grid', { name: 'Waiting for me' })
  await expect(list).toContainText('Better wires')
  await expect(list).toContainText('Waiting for you')
  await expectAccessible(page)

  await page.request.post(`/v1/spaces/${spaceId}/change-requests/${number}/reviews`, {
    headers: { 'x-lectern': '1' },
    data: { status: 'approved' },
  })
  await page.reload()
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible()

  const author = await openAdminWindow()
  await author.goto(`/o/${seed.organizationId}/changes?filter=waiting`)
  await expect(author.getByRole('grid', { name: 'Waiting for me' })).toContainText('Approved')
  await author.getByRole('button', { name: 'All', exact: true }).click()
  await expect(author.getByRole('grid', { name: 'Change requests' })).toContainText('Better wires')
  await expectAccessible(author)
  await expect(author.getByTitle('Add a filter')).toBeVisible()
  await author.keyboard.press('f')
  await author.getByRole('button', { name: 'Space', exact: true }).click()
  await author.getByRole('button', { name: 'Other', exact: true }).click()
  await expect(author.getByText('No change requests match the filters')).toBeVisible()
  await expect(author).toHaveURL(/space=/)
  await author.getByRole('button', { name: 'Show all' }).click()
  await expect(author.getByRole('grid', { name: 'Change requests' })).toContainText('Better wires')
  await author.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(author)
})

test('a page shows its backlinks', async ({ page, seed, callApi, signInAs, expectAccessible }) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const changes = [
    { operation: 'insert_page' as const, title: 'Start', document: { markdown: '[w](wiring.md)' } },
  ]
  await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  await signInAs('read')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/s/${spaceId}/p/${pages[0]?.id}`)
  const from = page.getByRole('navigation', { name: /Linked from/ })
  await expect(from.getByRole('link', { name: 'Start' })).toBeVisible()
  await expectAccessible(page)
  await from.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('heading', { name: 'Start', level: 1 })).toBeVisible()
  await expect(from).toBeHidden()
})
