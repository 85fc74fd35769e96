import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'

const app = useTestApp({}, { reader: true })

const spec = (summary: string) => `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get:
      summary: ${summary}
      description: "Answers **all**. <script>alert(1)</script>"
      responses: { '200': { description: Fine } }
`

test('visitors see an operation of the newest version of its specification', async () => {
  const site = await aPublishedSite(app, 'Interface')
  const { organizationId } = site.params
  const put = async (text: string) => {
    const params = { organizationId, specSlug: 'pets' }
    await site.call(api.openapiSpecs.put, { params, body: { source: { text } } })
    await runPendingJobs(app)
  }
  await put(spec('List pets'))
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const params = { spaceId: items[0]?.space?.id ?? '' }
  const block = (path: string) => `{% openapi-operation spec="pets" path="${path}" method="get" %}`
  const changes = [
    page('First', 'Hello'),
    page('List', `## List\n\n${block('/pets')}`),
    page('Gone', block('/gone')),
    page('List pets', block('/pets')),
  ]
  await site.call(api.spaceContent.edit, { params, body: { changes } })
  const { text } = await site.read('list')
  expect(text).toContain('<h3 class="op-title">List pets</h3>')
  expect(text).toContain(
    '<li><a href="#list">List</a><ol><li><a href="#get-pets">List pets</a></li></ol></li>',
  )
  expect((await site.read('list-pets')).text).not.toContain('href="#get-pets"')
  expect(text).toContain('Answers <strong>all</strong>.')
  expect(text).not.toContain('alert(1)')
  expect((await site.read('gone')).text).toContain('<span class="method get">GET</span>')
  await put(spec('Every pet'))
  expect((await site.read('list')).text).toContain('<h3 class="op-title">Every pet</h3>')
  await site.call(api.openapiSpecs.delete, { params: { organizationId, specSlug: 'pets' } })
  const left = (await site.read('list')).text
  expect(left).not.toContain('Every pet')
  expect(left).toContain('<span class="method get">GET</span>')
})

const orders = (summary: string) => `openapi: 3.1.0
info: { title: Orders, version: '1' }
servers: [{ url: https://api.example.org }]
paths:
  /orders/{orderId}/refunds:
    post:
      operationId: refundOrder
      summary: ${summary}
      description: Sends the reimbursement to the customer.
      parameters:
        - { name: orderId, in: path, required: true, description: Which purchase | or its number, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [amount]
              properties:
                amount: { type: integer, description: In cents }
                to: { type: object, properties: { iban: { type: string } } }
            example: { amount: 500 }
      responses: { '201': { description: Refunded } }
`

test('search finds an operation of the newest version on its page', async () => {
  const site = await aPublishedSite(app, 'Interface')
  const { organizationId } = site.params
  const put = async (text: string) => {
    await site.call(api.openapiSpecs.put, {
      params: { organizationId, specSlug: 'orders' },
      body: { source: { text } },
    })
    await runPendingJobs(app)
  }
  await put(orders('Reverse a payment'))
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const block = '{% openapi-operation spec="orders" path="/orders/{orderId}/refunds" method="post" %}'
  const changes = [
    page('First', 'Hello rofundorder'),
    page('Money', `Before.\n\n${block}\n\n- within\n\n  ${block}\n\nAfter.`),
  ]
  await site.call(api.spaceContent.edit, {
    params: { spaceId: items[0]?.space?.id ?? '' },
    body: { changes },
  })
  const found = async (question: string) => {
    const { text } = await site.read(`~search?q=${encodeURIComponent(question)}`, {
      accept: 'application/json',
    })
    return JSON.parse(text).pages
  }
  const href = `/sites/${site.basename}/money`
  const anchor = 'post-orders-orderid-refunds'
  for (const question of [
    'reverse',
    'reimbursement customer',
    'purchase',
    '/orders/{orderId}/refunds',
    'post orders',
    'refundOrder',
    'refund order',
  ])
    expect(await found(question), question).toMatchObject([
      { href, sections: [{ title: 'Reverse a payment', href: `${href}#${anchor}` }] },
    ])
  expect((await site.read('money')).text).toContain(`<section class="op" id="${anchor}"`)
  await put(orders('Give money back'))
  expect(await found('reverse')).toEqual([])
  expect(await found('give back')).toMatchObject([{ sections: [{ title: 'Give money back' }] }])
  await site.call(api.openapiSpecs.delete, { params: { organizationId, specSlug: 'orders' } })
  expect(await found('reimbursement')).toEqual([])
})

test('the Markdown of a page contains its operations, and unknown ones unchanged', async () => {
  const site = await aPublishedSite(app, 'Interface')
  const params = { organizationId: site.params.organizationId, specSlug: 'orders' }
  await site.call(api.openapiSpecs.put, { params, body: { source: { text: orders('Refund an order') } } })
  await runPendingJobs(app)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const block = (path: string) => `{% openapi-operation spec="orders" path="${path}" method="post" %}`
  const gone = block('/gone')
  const changes = [
    page('First', 'Hello'),
    page('Money', `Before.\n\n${block('/orders/{orderId}/refunds')}\n\n${gone}\n\nAfter.`),
  ]
  await site.call(api.spaceContent.edit, {
    params: { spaceId: items[0]?.space?.id ?? '' },
    body: { changes },
  })
  const { text } = await site.read('money.md')
  expect(text).toBe(`# Money

Before.

### Refund an order

\`POST https://api.example.org/orders/{orderId}/refunds\`

Sends the reimbursement to the customer.

| Parameter | In | Type | Description |
| --- | --- | --- | --- |
| \`orderId\` (required) | path | string | Which purchase \\| or its number |

#### Body (required)

\`application/json\`, object

| Property | Type | Description |
| --- | --- | --- |
| \`amount\` (required) | integer | In cents |
| \`to\` | object |  |
| \`to.iban\` | string |  |

\`\`\`json
{
  "amount": 500
}
\`\`\`

\`\`\`bash
curl -X POST 'https://api.example.org/orders/orderId/refunds' \\
  -H 'Content-Type: application/json' \\
  -d '{
  "amount": 500
}'
\`\`\`

#### Response 201: Refunded

${gone}

After.
`)
  expect((await site.read('llms-full.txt')).text).toContain('### Refund an order')
})

test('a specification of 500 operations is imported, rendered, searched and exported', async () => {
  const site = await aPublishedSite(app, 'Interface')
  const { organizationId } = site.params
  const paths = Array.from({ length: 500 }, (_, at) => `/things/{id}/part${at}`)
  const operation = (path: string) => ({
    get: {
      summary: `Read ${path}`,
      parameters: Array.from({ length: 8 }, (_, at) => ({
        ...{
          name: `p${at}`,
          in: 'query',
          description: 'A word about it. '.repeat(5),
          schema: { type: 'string' },
        },
      })),
      responses: {
        200: {
          description: 'Fine',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
  })
  const properties = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `field${at}`,
      { type: 'string', description: 'What it is. '.repeat(8) },
    ]),
  )
  const text = JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1' } },
    paths: Object.fromEntries(paths.map((path) => [path, operation(path)])),
    components: { schemas: { Thing: { type: 'object', properties } } },
  })
  await site.call(api.openapiSpecs.put, {
    params: { organizationId, specSlug: 'things' },
    body: { source: { text } },
  })
  await runPendingJobs(app)
  const listed = await site.call(api.openapiSpecs.listOperations, {
    params: { organizationId, specSlug: 'things' },
    query: { limit: 1000 },
  })
  expect(listed).toMatchObject({ count: 500 })
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const blocks = paths
    .slice(0, 50)
    .map((path) => `{% openapi-operation spec="things" path="${path}" method="get" %}`)
  const changes = [page('First', 'Hello'), page('All', blocks.join('\n\n'))]
  await site.call(api.spaceContent.edit, {
    params: { spaceId: items[0]?.space?.id ?? '' },
    body: { changes },
  })
  expect((await site.read('all')).text.match(/<section class="op"/g)).toHaveLength(50)
  expect((await site.read('all.md')).text.match(/^### Read /gm)).toHaveLength(50)
  const { pages: rows } = JSON.parse(
    (await site.read('~search?q=part49', { accept: 'application/json' })).text,
  )
  expect(rows).toMatchObject([{ sections: [{ title: 'Read /things/{id}/part49' }] }])
})
