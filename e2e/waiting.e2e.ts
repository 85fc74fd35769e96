import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'
import { admin } from './server.ts'

test('what waits for somebody is counted, listed with the reason, and narrowed by space', async ({
  page,
  browser,
  seed,
  api: as,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  await seed.space('Other')
  const params = { spaceId }
  const { number, id } = await as(api.changeRequests.create, { params, body: { subject: 'Better wires' } })
  const at = { spaceId, changeRequestId: id }
  await as(api.changeRequests.update, { params: at, body: { status: 'open' } })
  await signInAs('review')
  const me = await page.request.get('/v1/user').then((answer) => answer.json())
  await as(api.changeRequestReviews.request, { params: at, body: { users: [me.id] } })

  await page.goto(`/o/${seed.organizationId}`)
  await expect(page.getByRole('region', { name: /Waits for your review/ })).toContainText('Better wires')
  await expect(page.getByRole('link', { name: /^Changes 1 waiting/ })).toBeVisible()
  await page.goto(`/o/${seed.organizationId}/changes?filter=waiting`)
  const list = page.getByRole('grid', { name: 'Waiting for me' })
  await expect(list).toContainText('Better wires')
  await expect(list).toContainText('Waits for you')
  await expectAccessible(page)

  await page.request.post(`/v1/spaces/${spaceId}/change-requests/${number}/reviews`, {
    headers: { 'x-lectern': '1' },
    data: { status: 'approved' },
  })
  await page.reload()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const data = { email: admin.email, password: admin.password }
  await context.request.post('/auth/sign-in', { headers: { 'x-lectern': '1' }, data })
  const author = await context.newPage()
  await author.goto(`/o/${seed.organizationId}/changes?filter=waiting`)
  await expect(author.getByRole('grid', { name: 'Waiting for me' })).toContainText('Approved')
  await author.getByRole('button', { name: 'All', exact: true }).click()
  await expect(author.getByRole('grid', { name: 'Change requests' })).toContainText('Better wires')
  await expectAccessible(author)
  await author.getByRole('combobox', { name: 'Space' }).selectOption({ label: 'Other' })
  await expect(author.getByText('No change request fits these filters')).toBeVisible()
  await expect(author).toHaveURL(/space=/)
  await author.getByRole('button', { name: 'Show all' }).click()
  await expect(author.getByRole('grid', { name: 'Change requests' })).toContainText('Better wires')
  await author.setViewportSize({ width: 360, height: 740 })
  expect(await author.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('a page says which pages link to it', async ({ page, seed, api: as, signInAs, expectAccessible }) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const changes = [
    { operation: 'insert_page' as const, title: 'Start', document: { markdown: '[w](wiring.md)' } },
  ]
  await as(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  const { pages } = await as(api.spaceContent.pages, { params: { spaceId } })
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
