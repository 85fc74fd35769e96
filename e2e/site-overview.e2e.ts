import { api } from '#contract/api.ts'
import { expect, test } from './fixtures.ts'

test('the overview shows a preview, and issues with links to where they are fixed', async ({
  page,
  seed,
  callApi,
  signInAs,
  expectAccessible,
}) => {
  const siteId = await seed.site('Halden Docs', ['Guide', 'Reference'])
  const params = { organizationId: seed.organizationId, siteId }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const spaceId = items.find(({ title }) => title === 'Guide')?.space.id ?? ''
  const changes = [
    {
      operation: 'insert_page' as const,
      title: 'Start',
      document: { markdown: 'See [this](/nowhere.md).' },
    },
    { operation: 'insert_page' as const, title: 'Reference', document: { markdown: 'Hidden.' } },
  ]
  const made = await callApi(api.spaceContent.edit, { params: { spaceId }, body: { changes } })
  await signInAs('admin')
  await page.goto(`/o/${seed.organizationId}/sites/${siteId}`)

  const troubles = page.getByRole('region', { name: 'Issues' })
  await expect(troubles.getByRole('listitem')).toHaveCount(2)
  await expect(troubles).toContainText('1 broken link in “Guide”')
  await expect(troubles).toContainText('1 page in “Guide” hidden by “Reference”')
  const shot = page.frameLocator('iframe[title="Preview of Halden Docs"]')
  await expect(shot.locator('h1')).toHaveText('Guide page')
  await expectAccessible(page)

  // What is put right elsewhere goes from the list without a reload.
  const hidden =
    made.changes.flatMap((one) => (one.object === 'created_page' ? [one.page.id] : [])).at(1) ?? ''
  await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'delete_page', page: hidden }] },
  })
  await expect(troubles.getByRole('listitem')).toHaveCount(1)

  await troubles.getByRole('link', { name: 'Show the links' }).click()
  await expect(page).toHaveURL(new RegExp(`/s/${spaceId}/links`))
})
