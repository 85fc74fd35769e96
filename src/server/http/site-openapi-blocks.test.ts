import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { aPublishedSite, page } from '#testing/a-published-site.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'

const app = useTestApp({}, { reader: true })

test('only pages with operations may connect to their servers, and only over TLS or on the reader’s machine', async () => {
  const site = await aPublishedSite(app, 'Requests')
  const { organizationId } = site.params
  const servers = [
    'https://api.example.org/v1',
    'http://api.example.org',
    'http://localhost:4000',
    'https://*.example.org',
  ]
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Calls', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths: {
      '/calls': { get: { responses: { 200: { description: 'Fine' } } } },
      '/quiet': { get: { 'x-hideTryItPanel': true, responses: { 200: { description: 'Fine' } } } },
    },
  })
  const params = { organizationId, specSlug: 'calls' }
  await site.call(api.openapiSpecs.put, { params, body: { source: { text } } })
  await runPendingJobs(app)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const block = (path: string) => `{% openapi-operation spec="calls" path="${path}" method="get" %}`
  await site.call(api.spaceContent.edit, {
    params: { spaceId: items[0]?.space?.id ?? '' },
    body: {
      changes: [
        page('First', 'One'),
        page('Plain', 'Hello'),
        page('Calls', block('/calls')),
        page('Quiet', block('/quiet')),
      ],
    },
  })
  const frameIn = (html: string) => /data-frame="([^"]+)"/.exec(html)?.[1]
  const [plain, calls, quiet] = [await site.read('plain'), await site.read('calls'), await site.read('quiet')]
  const connects = [plain, calls, quiet].map(
    ({ headers }) => /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
  )
  expect(connects).toEqual(["'self'", "'self' https://api.example.org http://localhost:4000", "'self'"])
  expect(calls.text).toContain('class="button is-small op-try" hidden')
  expect(quiet.text).not.toContain('op-try')
  expect(frameIn(quiet.text)).toBe(frameIn(plain.text))
  expect(frameIn(calls.text)).not.toBe(frameIn(plain.text))
})

test('models are shown, all of them or by name, with bounded depth', async () => {
  const site = await aPublishedSite(app, 'Models')
  const node = (name: string) => ({
    type: 'object',
    properties: { next: { $ref: `#/components/schemas/${name}` } },
  })
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`Link${at}`, node(`Link${at + 1}`)]),
  )
  const pet = {
    type: 'object',
    description: 'Needs **a home**',
    properties: { mother: { $ref: '#/components/schemas/Pet' } },
  }
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Models', version: '1' },
    paths: { '/here': { get: { responses: { 200: { description: 'Fine' } } } } },
    components: { schemas: { Pet: pet, Order: { type: 'string', enum: ['open', 'done'] }, ...chain } },
  })
  const params = { organizationId: site.params.organizationId, specSlug: 'models' }
  await site.call(api.openapiSpecs.put, { params, body: { source: { text } } })
  await runPendingJobs(app)
  const { items } = await site.call(api.siteSpaces.list, { params: site.params, query: {} })
  const block = (rest: string) =>
    `{% openapi-schemas spec="models"${rest} %}\nThe caption\n{% endopenapi-schemas %}`
  const changes = [
    page('First', 'One'),
    page('All', block('')),
    page('Some', block(' schemas="Order, Pet" grouped="false"')),
  ]
  changes.push(page('None', block(' schemas="Nothing"')))
  const operation = (path: string) =>
    `{% openapi-operation spec="models" path="${path}" method="get" %}\n{% endopenapi-operation %}\n\n`
  changes.push(page('Removed', operation('/gone') + operation('/here') + block(' schemas="Pet"')))
  await site.call(api.spaceContent.edit, {
    params: { spaceId: items[0]?.space?.id ?? '' },
    body: { changes },
  })
  const namesIn = (html: string) =>
    [...html.matchAll(/<details class="op-status" id="model-([^"]+)"/g)].map(([, name]) => name)
  const some = (await site.read('some')).text
  expect(namesIn(some)).toEqual(['order', 'pet'])
  expect(some).toContain('Needs <strong>a home</strong>')
  expect(some).toContain('Pet, as above')
  expect(namesIn((await site.read('all')).text)).toHaveLength(42)
  expect((await site.read('all')).text.length).toBeLessThan(400_000)
  expect((await site.read('none')).text).toContain('The caption')
  const contents = /<div id="~contents"[\s\S]*?<\/nav>/.exec((await site.read('removed')).text)?.[0]
  expect(contents?.match(/<a .*?<\/a>/g)).toEqual([
    '<a href="#get-gone">GET /gone</a>',
    '<a href="#get-here">GET /here</a>',
  ])
  expect((await site.read('removed')).text).toContain('<section class="op" id="get-gone"')
})
