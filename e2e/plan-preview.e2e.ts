import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

test('the preview shows the site as planned, and follows the plan', async ({
  page,
  seed,
  callApi,
  signInAs,
}) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  const beta = (await callApi(api.siteSections.list, { params })).items.find(({ title }) => title === 'Beta')
  const rename = (title: string) =>
    callApi(api.sitePlans.addSteps, {
      params,
      body: { changes: [{ type: 'change-section', id: beta?.id ?? '', title, path: 'second' }] },
    })
  await rename('Second')
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure?plan=true`)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview plan' }).click()
  const shown = await opening
  await expect(shown.getByText('Preview of the plan (1 change)')).toBeVisible()
  await shown.getByRole('link', { name: 'Second', exact: true }).first().click()
  await expect(shown).toHaveURL(/\/preview\/.*\/second\/$/)

  await rename('Third')
  await shown.reload()
  await expect(shown.getByRole('link', { name: 'Third', exact: true }).first()).toBeVisible()
  await callApi(api.sitePlans.discard, { params })
  await shown.goto(shown.url().replace(/second\/$/, ''))
  await expect(shown.getByText('The plan is empty')).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Beta', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview plan' })).toBeHidden()
})

test('the plan can be previewed as any visitor segment', async ({ page, seed, callApi, signInAs }) => {
  const siteId = await seed.site('Halden Docs', ['Alpha', 'Beta'])
  const params = { organizationId: seed.organizationId, siteId }
  await callApi(api.sites.update, { params, body: { adaptiveContent: { enabled: true } } })
  const beta = (await callApi(api.siteSections.list, { params })).items.find(({ title }) => title === 'Beta')
  const change = {
    type: 'change-section' as const,
    id: beta?.id ?? '',
    condition: 'visitor.claims.plan == "pro"',
  }
  await callApi(api.sitePlans.addSteps, { params, body: { changes: [change] } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  await page.getByRole('textbox', { name: 'Readers' }).fill('Customers')
  await page.getByLabel('Their claims').fill('{"plan": "pro"}')
  await page.getByLabel('Their claims').press('Enter')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/structure?plan=true`)
  const previewAs = async (name: string) => {
    await page.getByRole('button', { name: 'Preview plan' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: `As ${name}` }).click()
    return opening
  }
  const customers = await previewAs('Customers')
  await expect(customers.getByRole('link', { name: 'Beta', exact: true }).first()).toBeVisible()
  const anonymous = await previewAs('Anonymous visitor')
  await expect(anonymous.getByText('without claims')).toBeVisible()
  await expect(anonymous.getByRole('link', { name: 'Beta', exact: true })).toHaveCount(0)
})
