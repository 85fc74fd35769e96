import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

test('a pending plan is shown in the structure and on the overview, also in open windows', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const [alpha] = (await callApi(api.siteSections.list, { params })).items
  await signInAs('admin')
  const site = `/o/${seed.organizationId}/sites/${siteId}`
  const overview = await page.context().newPage()
  await overview.goto(site)
  await expect(overview.getByText('Audience', { exact: true }).first()).toBeVisible()
  await page.goto(`${site}/structure`)
  const waits = page.getByRole('status').filter({ hasText: /Pending plan/ })
  await expect(page.getByRole('treegrid', { name: 'Structure' })).toContainText('Alpha')
  await expect(waits).toBeHidden()

  const change = { type: 'change-section' as const, id: alpha?.id ?? '', title: 'First' }
  await callApi(api.sitePlans.addSteps, { params, body: { changes: [change] } })
  await expect(waits).toContainText('Pending plan with 1 change, started by')
  await overview.getByRole('link', { name: '1 change waits' }).click()
  await expect(overview.getByRole('button', { name: 'Publish 1 change' })).toBeVisible()
  await overview.goBack()

  await page.getByRole('button', { name: 'Open plan' }).click()
  await expect(page).toHaveURL(/plan=true/)
  await expect(waits).toBeHidden()
  await page.goBack()
  await expect(waits).toBeVisible()
  await callApi(api.sitePlans.publish, { params, body: {} })
  await expect(waits).toBeHidden()
  await expect(overview.getByRole('link', { name: '1 change waits' })).toBeHidden()
})
