import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

const part = 'For anyone.\n\n{% if visitor.claims.unsigned.beta %}\nOnly for beta.\n{% endif %}\n'

test('publishing asks who sees conditional content, and the answer can be changed', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guide'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space.id ?? ''
  const insert = (title: string) =>
    callApi(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title, document: { markdown: part } }] },
    })
  await insert('Mixed')
  const published = () => callApi(api.sites.get, { params })

  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Who sees conditional content?' })
  await expect(question).toContainText('1 page has content with conditions: “Mixed”.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await published()).published).toBe(false)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await question.getByRole('radio', { name: /^Keep hidden/ }).check()
  await question.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Published “Halden Docs”')).toBeVisible()
  const { urls } = await published()
  const read = async () => (await page.request.get(`${urls.published}mixed?visitor.beta=true`)).text()
  expect(await read()).toContain('For anyone.')
  expect(await read()).not.toContain('Only for beta.')

  await page.goto(`/o/${seed.organizationId}/sites/${siteId}/audience`)
  await expect(page.getByRole('radio', { name: /^Keep hidden/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Show by visitor/ }).check()
  await page.getByRole('button', { name: 'Change who sees it' }).click()
  await expect(page.getByText('Conditional content is shown by visitor')).toBeVisible()
  expect(await read()).toContain('Only for beta.')
})

test('a live site with new conditional content asks on its overview', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guide'])
  const params = { organizationId: seed.organizationId, siteId }
  const { urls } = await callApi(api.sites.publish, { params })
  const { items } = await callApi(api.siteSpaces.list, { params })
  const changes = ['Mixed', 'More'].map((title) => ({
    operation: 'insert_page' as const,
    title,
    document: { markdown: part },
  }))
  await callApi(api.spaceContent.edit, { params: { spaceId: items[0]?.space.id ?? '' }, body: { changes } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)
  await expect(page.getByText('Conditional content is hidden', { exact: true })).toBeVisible()
  await expect(
    page.getByText(/2 pages have content with conditions: “Mixed” and “More”/).first(),
  ).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show to everyone' }).click()
  await expect(page.getByText('Conditional content is hidden', { exact: true })).toBeHidden()
  expect(await (await page.request.get(`${urls.published}mixed`)).text()).toContain('Only for beta.')
})
