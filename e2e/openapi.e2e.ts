import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    await expect(page.getByRole('heading', { name: 'Every pet' })).toBeVisible({ timeout: 500 })
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

test('readers send requests from a page to the servers of a specification', async ({
  page,
  seed,
  callApi,
  expectAccessible,
}) => {
  const received: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method !== 'OPTIONS') {
      const { method, url, headers } = request
      const body = Buffer.concat(chunks).toString()
      received.push({
        method,
        url,
        body,
        key: headers['x-key'],
        authorization: headers.authorization,
        cookie: headers.cookie,
        referer: headers.referer,
      })
    }
    const isOpen = !request.url?.startsWith('/v1/closed')
    response.writeHead(request.method === 'OPTIONS' ? 204 : 201, {
      'content-type': 'application/json',
      ...(isOpen
        ? { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' }
        : {}),
    })
    response.end(request.method === 'OPTIONS' ? undefined : '{"id":7,"name":"Ada"}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { organizationId } = seed
  const siteId = await seed.site('Docs', ['Requests'])
  const params = { organizationId, siteId }
  const responses = { 201: { description: 'Added' } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: `${origin}/v1` }],
    security: [{ key: [] }, { token: [] }, {}],
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
    paths: {
      '/pets/{kind}': {
        post: {
          summary: 'Add a pet',
          parameters: [
            { name: 'kind', in: 'path', required: true, schema: { type: 'string', enum: ['cat', 'dog'] } },
            { name: 'note', in: 'query', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { example: { name: 'Ada' } } } },
          responses,
        },
      },
      '/closed': { get: { summary: 'Closed', responses } },
    },
  }
  const specSlug = 'try-pets'
  const text = JSON.stringify(document)
  await callApi(api.openapiSpecs.put, { params: { organizationId, specSlug }, body: { source: { text } } })
  const spec = () => callApi(api.openapiSpecs.get, { params: { organizationId, specSlug } })
  await expect.poll(async () => (await spec()).operations, { timeout: 30_000 }).toBe(2)
  const { items } = await callApi(api.siteSpaces.list, { params })
  const block = (path: string, method: string) =>
    `{% openapi-operation spec="${specSlug}" path="${path}" method="${method}" %}`
  const markdown = `${block('/pets/{kind}', 'post')}\n\n${block('/closed', 'get')}`
  const changes = [
    { operation: 'insert_page' as const, title: 'Start', document: { markdown: 'Hello.' } },
    { operation: 'insert_page' as const, title: 'Calls', document: { markdown } },
  ]
  await callApi(api.spaceContent.edit, { params: { spaceId: items[0]?.space?.id ?? '' }, body: { changes } })
  const { urls } = await callApi(api.sites.publish, { params })

  // The first page has another content policy, so the second one is loaded again.
  await page.goto(`${urls.published}`)
  await page.getByRole('link', { name: 'Calls' }).first().click()
  const operation = page.getByRole('region', { name: 'Add a pet', exact: true })
  const button = operation.getByRole('button', { name: 'Try it' })
  await expect(operation.getByText('X-Key: YOUR_KEY').first()).toBeVisible()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(operation.getByLabel('Server')).toBeFocused()
  await operation.getByLabel('kind').selectOption('dog')
  await operation.getByLabel('note').fill('a b&c')
  await operation.getByLabel('key (X-Key)').fill('secret')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(operation.getByRole('status')).toContainText('201 Created')
  await expect(operation.getByRole('region', { name: 'Response', exact: true })).toContainText(
    '"name": "Ada"',
  )
  expect(received).toEqual([
    { method: 'POST', url: '/v1/pets/dog?note=a+b%26c', body: '{\n  "name": "Ada"\n}', key: 'secret' },
  ])
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain('secret')
  await operation.getByLabel('Authorization').selectOption('token')
  await operation.getByLabel('token (Bearer)').fill('hidden')
  await page.keyboard.press('Enter')
  await expect.poll(() => received.at(-1)).toMatchObject({ authorization: 'Bearer hidden' })
  expect(received.at(-1)).toMatchObject({ key: undefined })
  await operation.getByLabel('Authorization').selectOption('No authorization')
  await expect(operation.getByLabel('token (Bearer)')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoOverflow(page)

  const closed = page.getByRole('region', { name: 'Closed', exact: true })
  await closed.getByRole('button', { name: 'Try it' }).click()
  await expect(closed.getByLabel('key (X-Key)')).toHaveValue('secret')
  await closed.getByRole('button', { name: 'Send request' }).click()
  await expect(closed.getByRole('status')).toContainText('doesn’t allow requests from other websites (CORS)')
  server.close()
  server.closeAllConnections()
})
