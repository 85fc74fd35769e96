import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

test('two people on a page see each other, who is editing, and when someone leaves', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring', 'Mounting'])
  const { pages } = await callApi(api.spaceContent.pages, { params: { spaceId } })
  const [wiring, mounting] = pages.map(({ id }) => id)
  await signInAs('edit')
  await page.goto(`/s/${spaceId}/p/${wiring}`)
  await expect(page.getByRole('heading', { name: 'Wiring', level: 1 })).toBeVisible()
  const presenceButton = page.getByRole('button', { name: /^Here now:/ })
  await expect(presenceButton).toBeHidden()

  const other = await openAdminWindow()
  await other.goto(`/s/${spaceId}/p/${wiring}/edit`)
  await expect(page.getByText(/is editing this page$/)).toBeVisible()
  await expect(presenceButton).toHaveAccessibleName(/\(editing\)/)
  await expect(other.getByRole('button', { name: 'Here now: Rita edit' })).toBeVisible()
  await expectAccessible(page)
  await expectAccessible(other)

  await other.goto(`/s/${spaceId}/p/${mounting}`)
  await expect(page.getByText(/is editing this page$/)).toBeHidden()
  await expect(presenceButton).toBeHidden()

  await other.goto(`/s/${spaceId}/p/${wiring}`)
  await expect(presenceButton).toBeVisible()
  await other.close()
  await expect(presenceButton).toBeHidden({ timeout: 15_000 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Wiring', level: 1 })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('a reviewer sees who else views the change request', async ({
  page,
  openAdminWindow,
  seed,
  callApi,
  signInAs,
}) => {
  const spaceId = await seed.space('Guide', ['Wiring'])
  const { number } = await callApi(api.changeRequests.create, {
    params: { spaceId },
    body: { subject: 'Better' },
  })
  await signInAs('review')
  await page.goto(`/s/${spaceId}/changes/${number}`)
  await expect(page.getByRole('heading', { name: 'Better' })).toBeVisible()
  const other = await openAdminWindow()
  await other.goto(`/s/${spaceId}/changes/${number}`)
  await expect(page.getByRole('button', { name: /^Here now:/ })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Here now: Rita review' })).toBeVisible()
  await other.goto(`/s/${spaceId}`)
  await expect(page.getByRole('button', { name: /^Here now:/ })).toBeHidden()
})
