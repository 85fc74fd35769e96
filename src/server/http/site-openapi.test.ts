import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { workOff } from '#testing/letters.ts'

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

test('readers see an operation as the newest version of its specification has it', async () => {
  const site = await aPublishedSite(app, 'Interface')
  const { organizationId } = site.params
  const put = async (text: string) => {
    const params = { organizationId, specSlug: 'pets' }
    await site.call(api.openapiSpecs.put, { params, body: { source: { text } } })
    await workOff(app)
  }
  await put(spec('List pets'))
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const params = { spaceId: items[0]?.space?.id ?? '' }
  const block = (path: string) => `{% openapi-operation spec="pets" path="${path}" method="get" %}`
  const changes = [
    page('First', 'Hello'),
    page('List', `## List\n\n${block('/pets')}`),
    page('Gone', block('/gone')),
  ]
  await site.call(api.spaceContent.edit, { params, body: { changes } })
  const { text } = await site.read('list')
  expect(text).toContain('<p class="op-title">List pets</p>')
  expect(text).toContain('Answers <strong>all</strong>.')
  expect(text).not.toContain('alert(1)')
  expect((await site.read('gone')).text).toContain('<span class="method get">GET</span>')
  await put(spec('Every pet'))
  expect((await site.read('list')).text).toContain('<p class="op-title">Every pet</p>')
  await site.call(api.openapiSpecs.delete, { params: { organizationId, specSlug: 'pets' } })
  const left = (await site.read('list')).text
  expect(left).not.toContain('Every pet')
  expect(left).toContain('<span class="method get">GET</span>')
})
