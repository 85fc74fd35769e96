import { api } from '#contract/api.ts'
import { expect, expectNoOverflow, test } from './fixtures.ts'

const pets = (summary: string) => `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets:
    get:
      summary: ${summary}
      description: "<img src=x onerror='window.ran = 1'><script>window.ran = 1</script> [here](javascript:window.ran=1) Answers **all**"
      responses:
        '200':
          description: Fine
          content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string, description: "<svg onload='window.ran = 1'>" }, mother: { $ref: '#/components/schemas/Pet' } } }
`

test('an operation of a specification is shown on a page and a site, and updates with the specification', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const { organizationId } = seed
  const siteId = await seed.site('Docs', ['Interface'])
  const params = { organizationId, siteId }
  const { items } = await callApi(api.siteSpaces.list, { params })
  const spaceId = items[0]?.space?.id ?? ''
  const { changes } = await callApi(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'insert_page', title: 'Pets', document: { markdown: 'Before.' } }] },
  })
  const [pageId] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))

  await signInAs('admin')
  await page.goto(`/o/${organizationId}/settings/openapi`)
  await expect(page.getByText('No OpenAPI specifications yet')).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Add an OpenAPI specification' })
  await dialog.getByLabel('Source').selectOption({ label: 'Pasted text' })
  await dialog.getByLabel('Specification', { exact: true }).fill(pets('List pets'))
  await expect(dialog.getByLabel('Short name')).toHaveValue('pet-store')
  await dialog.getByRole('button', { name: 'Add specification' }).click()
  const list = page.getByRole('grid', { name: 'OpenAPI specifications' })
  await expect(list.getByText('Pet store')).toBeVisible({ timeout: 30_000 })
  await expect(list.getByText('Up to date', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/s/${spaceId}/p/${pageId}/edit`)
  await page.getByRole('textbox', { name: 'Markdown' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\n\n/api op')
  await page.getByRole('option', { name: /API operation/ }).click()
  const picker = page.getByRole('dialog', { name: 'Show an API operation' })
  await picker
    .getByRole('textbox', { name: 'Operation' })
    .or(picker.getByRole('searchbox'))
    .first()
    .fill('LIST')
  await picker.getByRole('button', { name: /\/pets/ }).click()
  await expect(page.getByRole('region', { name: 'List pets' })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved').first()).toBeVisible()

  const { urls } = await callApi(api.sites.publish, { params })
  const url = `${urls.published}pets`
  await page.goto(url)
  const operation = page.getByRole('region', { name: 'List pets' })
  await expect(operation.getByText('GET', { exact: true }).first()).toBeVisible()
  await expect(operation.getByText('all', { exact: true })).toBeVisible()
  await operation.getByRole('tab', { name: 'Python' }).click()
  await expect(operation.getByText('import requests')).toBeVisible()
  await operation.getByText('Fine').click()
  await expect(operation.getByText('Pet, as above')).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expectAccessible(page)

  const put = {
    params: { organizationId, specSlug: 'pet-store' },
    body: { source: { text: pets('Every pet') } },
  }
  await callApi(api.openapiSpecs.put, put)
  await expect(async () => {
    await page.goto(url)
    await expect(page.getByText('Every pet')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })

  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.goto(`/o/${organizationId}/settings/openapi?spec=pet-store`)
  const detail = page.getByRole('dialog', { name: 'Pet store' })
  await expect(detail.getByRole('link', { name: 'Pets' })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await detail.getByRole('button', { name: 'Delete…' }).click()
  const confirmation = page.getByRole('alertdialog')
  await expect(confirmation.getByText('Its operations are shown on “Pets”', { exact: false })).toBeVisible()
  await confirmation.getByRole('button', { name: 'Delete Pet store' }).click()
  await expect(page.getByText('No OpenAPI specifications yet')).toBeVisible()
})

test('two versions of a specification are compared', async ({
  page,
  seed,
  signInAs,
  callApi,
  expectAccessible,
}) => {
  const { organizationId } = seed
  const params = { organizationId, specSlug: 'pet-versions' }
  const isRead = async (count: number) =>
    expect
      .poll(async () => (await callApi(api.openapiSpecs.listVersions, { params, query: {} })).count, {
        timeout: 30_000,
      })
      .toBe(count)
  await callApi(api.openapiSpecs.create, {
    params: { organizationId },
    body: { slug: params.specSlug, source: { text: pets('List pets') } },
  })
  await isRead(1)
  const newer = `${pets('List pets').replace('1.0.0', '2.0.0').replace('name: {', 'fullName: {')}`
  const text = newer.replace('paths:', 'paths:\n  /dogs: { get: { summary: List dogs, responses: {} } }')
  await callApi(api.openapiSpecs.put, { params, body: { source: { text } } })
  await isRead(2)

  await signInAs('admin')
  await page.goto(`/o/${organizationId}/settings/openapi?spec=${params.specSlug}`)
  await page.getByRole('link', { name: 'Open versions' }).click()
  await expect(page.getByRole('heading', { name: 'Pet store', level: 1 })).toBeVisible()
  await expect(page.getByText('2 operations')).toBeVisible()
  await expect(page.getByText('GET /dogs')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Version', { exact: true }).selectOption({ index: 1 })
  await expect(page.getByText('1 operation', { exact: true })).toBeVisible()
  await page.getByLabel('Version', { exact: true }).selectOption({ index: 0 })
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await expect(page.getByText('1 breaking')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Breaking' }).getByText('Field removed')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Added' }).getByText('Operation added')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('1 breaking')).toBeVisible()
  await page.getByRole('button', { name: 'Swap' }).click()
  await expect(page.getByRole('region', { name: 'Breaking' }).getByText('Operation removed')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)
})
