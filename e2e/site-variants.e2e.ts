import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

test('a duplicated space can be undone, and gets a condition from a template', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const spaces = [await seed.space('Guide', ['Start']), await seed.space('Reference', ['Words'])]
  const { organizationId } = seed
  const site = await callApi(api.sites.create, {
    params: { organizationId },
    body: { title: 'Docs', spaces },
  })
  const properties = { plan: { type: 'string' as const, enum: ['free', 'pro'] } }
  const jsonSchema = { type: 'object' as const, additionalProperties: false as const, properties }
  await callApi(api.siteAudience.putSchema, {
    params: { organizationId, siteId: site.id },
    body: { jsonSchema },
  })
  await signInAs('admin')
  await page.goto(`/o/${organizationId}/sites/${site.id}/structure`)
  const titles = page.getByRole('treegrid', { name: 'Structure' }).locator('[data-row] .title')
  await expect(titles).toHaveText(['Guide', 'Reference'])

  await page.getByRole('button', { name: 'Actions for Guide' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect(titles).toHaveText(['Guide', 'Guide (copy)', 'Reference'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titles).toHaveText(['Guide', 'Reference'])
  await page.reload()
  await expect(titles).toHaveText(['Guide', 'Reference'])

  await page.getByRole('button', { name: 'Actions for Reference' }).click()
  await page.getByRole('menuitem', { name: 'Path and condition…' }).click()
  await page.getByRole('button', { name: 'Start with…' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['plan is free', 'plan is pro'])
  await page.getByRole('menuitem', { name: 'plan is pro' }).press('Enter')
  await expect(page.getByLabel('Shown when')).toHaveValue('visitor.claims.plan == "pro"')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('treegrid', { name: 'Structure' })).toContainText(
    'visitor.claims.plan == "pro"',
  )
})
