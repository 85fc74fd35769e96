import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { formOf, type ImportSpace, useImports } from '#testing/importing.ts'
import { useWebsites } from '#testing/website.ts'
import { exportOf } from '../../exporting/space-files.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const { aSpace, itemsOf, over, query, treeOf } = useImports(app)
const website = useWebsites()

const petStore = `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
servers: [{ url: 'https://pets.example.org/v2' }]
tags:
  - { name: store, x-page-title: The store, description: Buy a pet. }
  - { name: all_pets, x-page-icon: dog }
  - { name: dogs, x-parent: all_pets }
  - { name: unused }
paths:
  /pets:
    get: { summary: List pets, tags: [all_pets], responses: { '200': { description: All } } }
    post: { tags: [all_pets], responses: { '201': { description: Added } } }
  /dogs/{id}:
    get: { summary: Get a dog, tags: [dogs], responses: { '200': { description: A dog } } }
    delete: { summary: Secret, tags: [dogs], x-internal: true, responses: { '204': { description: Gone } } }
  /orders:
    get: { summary: List orders, tags: [store], responses: { '200': { description: All } } }
  /health:
    get: { summary: Health, responses: { '200': { description: Fine } } }
components:
  schemas: { Pet: { type: object, properties: { name: { type: string } } } }
`

const reference = (grouping: string, spec = 'pets') =>
  [
    '  * ```yaml',
    '    props:',
    '      models: false',
    `      grouping: ${grouping}`,
    '    type: builtin:openapi',
    '    dependencies:',
    '      spec:',
    '        ref:',
    '          kind: openapi',
    `          spec: ${spec}`,
    '    ```',
  ].join('\n')

const files = (grouping = 'by-tag', spec = 'pets') => ({
  'README.md': '# Start\n\nHello.\n',
  'api/README.md': '# API\n\nAll of it.\n',
  'end.md': '# End\n\nBye.\n',
  'SUMMARY.md': `# Contents\n\n* [Start](README.md)\n* [API](api/README.md)\n${reference(grouping, spec)}\n* [End](end.md)\n`,
})

async function imported(space: ImportSpace, source: Readonly<Record<string, string>>) {
  const { admin, spaceId } = space
  const run = await app.as(admin)(api.spaceContent.upload, { params: { spaceId }, body: formOf(source) })
  const done = await over(space, run)
  expect(done).toMatchObject({ status: 'completed' })
  return done
}

async function exported(at: ImportSpace): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  const { entries } = await exportOf(app.service, at)
  for await (const { path, open } of entries()) all[path] = await text(await open())
  return all
}

/** Waits until a specification has been read. */
async function read({ admin, organizationId }: ImportSpace, specSlug: string) {
  for (const end = Date.now() + 60_000; ; await pause(50)) {
    const spec = await app.as(admin)(api.openapiSpecs.get, { params: { organizationId, specSlug } })
    if (spec.processingState === 'complete') return spec
    if (Date.now() > end) throw new Error(`It is still ${spec.processingState}`)
  }
}

async function added(space: ImportSpace, slug = 'pets') {
  const { admin, organizationId } = space
  const body = { slug, source: { text: petStore } }
  await app.as(admin)(api.openapiSpecs.create, { params: { organizationId }, body })
  expect(await read(space, slug)).toMatchObject({ operations: 5 })
}

async function withSpec(): Promise<ImportSpace> {
  const space = await aSpace()
  await added(space)
  return space
}

const byTag = ['Start', 'API', '  The store', '  All pets', '    Dogs', '  Other operations', 'End']

test('an entry for a specification becomes a page for each tag, and is exported as it was', async () => {
  const space = await withSpec()
  await imported(space, files())
  expect(await treeOf(space)).toEqual(byTag)
  const page = await app.as(space.admin)(api.spaceContent.pageByPath, {
    params: { spaceId: space.spaceId, pagePath: 'api/all-pets' },
    query: { format: 'markdown' },
  })
  expect(page).toMatchObject({
    icon: 'dog',
    markdown: expect.stringContaining('{% openapi-operation spec="pets" path="/pets" method="get" %}'),
  })
  expect(await exported(space)).toEqual(files())
})

test('and another page for the models', async () => {
  const space = await withSpec()
  const source = { ...files(), 'SUMMARY.md': files()['SUMMARY.md'].replace('models: false', 'models: true') }
  await imported(space, source)
  expect(await treeOf(space)).toEqual([...byTag.slice(0, -1), '  Models', 'End'])
  expect(await exported(space)).toEqual(source)
})

test('or a page for each operation below its tag, and changed pages are exported', async () => {
  const space = await withSpec()
  await imported(space, files('by-operation'))
  expect(await treeOf(space)).toEqual([
    ...['Start', 'API', '  The store', '    List orders', '  All pets', '    Dogs', '      Get a dog'],
    ...['    List pets', '    POST /pets', '  Other operations', '    Health', 'End'],
  ])
  const call = app.as(space.admin)
  const { pages } = await call(api.spaceContent.pages, { params: { spaceId: space.spaceId }, query: {} })
  const [, reference] = pages as unknown as { id: string; pages: { id: string; pages: { id: string }[] }[] }[]
  const id = reference?.pages[0]?.pages[0]?.id ?? ''
  await call(api.spaceContent.edit, {
    params: { spaceId: space.spaceId },
    body: { changes: [{ operation: 'update_page', page: id, title: 'All orders' }] },
  })
  const after = await exported(space)
  const summary = files('by-operation')['SUMMARY.md']
  expect(after['SUMMARY.md']?.split('\n').filter((line) => !summary.includes(line))).toEqual([
    '  * [The store](api/the-store/README.md)',
    '    * [All orders](api/the-store/list-orders.md)',
  ])
  expect(summary.split('\n').filter((line) => !after['SUMMARY.md']?.includes(line))).toEqual([])
})

test('an entry for a missing specification gets its pages when the specification is added', async () => {
  const space = await aSpace()
  const done = await imported(space, files('by-tag', 'Pets'))
  expect(await treeOf(space)).toEqual(['Start', 'API', 'End'])
  const [leftOut] = (await itemsOf(space, done, { outcome: 'left-out' })).items
  expect(leftOut).toMatchObject({
    source: 'OpenAPI specification Pets',
    reason: expect.stringContaining('Add it with the slug “pets”. Lectern creates its pages'),
  })
  await added(space)
  await expect.poll(() => treeOf(space), { timeout: 30_000 }).toEqual(byTag)
  expect((await itemsOf(space, done, { outcome: 'left-out' })).items).toEqual([])
  expect((await itemsOf(space, done)).items).toContainEqual(
    expect.objectContaining({ source: 'OpenAPI specification Pets', outcome: 'page', title: 'The store' }),
  )
  expect(await exported(space)).toEqual(files('by-tag', 'Pets'))
})

test('several of them keep their order, also in a space that is locked meanwhile', async () => {
  const space = await aSpace()
  const { admin, spaceId, organizationId } = space
  const two = `${reference('by-tag', 'later')}\n${reference('by-operation')}`
  const summary = `# Contents\n\n${two.replace(/^ {2}/gm, '')}\n* [End](end.md)\n`
  const source = { 'end.md': '# End\n', 'SUMMARY.md': summary }
  await imported(space, source)
  await app.as(admin)(api.spaces.update, { params: { spaceId }, body: { editMode: 'locked' } })
  await added(space, 'later')
  const requests = () =>
    app
      .as(admin)(api.changeRequests.list, { params: { spaceId }, query: { status: ['draft'] } })
      .then(({ items }) => items)
  await expect.poll(async () => (await requests()).length, { timeout: 30_000 }).toBe(1)
  const [{ id: changeRequestId = '', subject } = {}] = await requests()
  expect(subject).toBe('Add pages for OpenAPI specification later')
  expect(await treeOf(space, changeRequestId)).toEqual([
    ...['The store', 'All pets', '  Dogs', 'Other operations', 'End'],
  ])
  await app.as(admin)(api.changeRequests.merge, { params: { spaceId, changeRequestId } })
  await app.as(admin)(api.spaces.update, { params: { spaceId }, body: { editMode: 'live' } })
  await added({ ...space, organizationId }, 'pets')
  await expect.poll(async () => (await treeOf(space)).length, { timeout: 30_000 }).toBe(14)
  expect((await treeOf(space)).filter((title) => !title.startsWith(' '))).toEqual([
    ...['The store', 'All pets', 'Other operations', 'The store', 'All pets', 'Other operations', 'End'],
  ])
  expect(await exported(space)).toEqual(source)
})

test('without the page that it is below, an entry gets none', async () => {
  const space = await aSpace()
  const { admin, spaceId } = space
  await imported(space, files())
  const { pages } = await app.as(admin)(api.spaceContent.pages, { params: { spaceId }, query: {} })
  await app.as(admin)(api.spaceContent.edit, {
    params: { spaceId },
    body: { changes: [{ operation: 'delete_page', page: pages[1]?.id ?? '' }] },
  })
  await added(space)
  const left = () => query('select id from pending_api_reference where space_id = $1', [spaceId])
  await expect.poll(async () => (await left()).rowCount, { timeout: 30_000 }).toBe(0)
  expect(await treeOf(space)).toEqual(['Start', 'End'])
})

test('a specification in the source is added to the organization', async () => {
  const space = await aSpace()
  const source = { ...files(), 'specs/pets.yaml': petStore }
  await imported(space, source)
  expect(await treeOf(space)).toEqual(byTag)
  expect(await read(space, 'pets')).toMatchObject({ operations: 5, title: 'Pet store' })
})

test('a specification of several files is added with all of them', async () => {
  const space = await aSpace()
  const pet = '{ type: object, properties: { name: { type: string }, mother: { $ref: "#/Pet" } } }'
  const source = {
    ...files(),
    'specs/pets.yaml': `openapi: 3.1.0
info: { title: Pet store, version: 1.0.0 }
paths:
  /pets: { $ref: paths/pets.yaml }
  /toys: { $ref: paths/toys%zz.yaml }
`,
    'specs/paths/pets.yaml': `get:
  tags: [dogs]
  responses: { '200': { description: All, content: { application/json: { schema: { $ref: ../models/all.yaml#/Pet } } } } }
`,
    'specs/models/all.yaml': `Pet: ${pet}\n`,
  }
  await imported(space, source)
  expect(await treeOf(space)).toEqual(['Start', 'API', '  Dogs', 'End'])
  expect((await read(space, 'pets')).lastProcessedErrors).toContainEqual({
    message: expect.stringContaining('“paths/toys%zz.yaml” can’t be loaded'),
  })
  const params = { organizationId: space.organizationId, specSlug: 'pets' }
  const { filesystem } = await app.as(space.admin)(api.openapiSpecs.latestContent, { params })
  expect(Object.values(filesystem)).toMatchObject([
    { paths: { '/pets': { $ref: '#/x-files/pets' } }, 'x-files': { all: { Pet: { type: 'object' } } } },
  ])
  const operation = await app.as(space.admin)(api.openapiSpecs.getOperation, {
    params,
    query: { path: '/pets', method: 'get' },
  })
  expect(JSON.stringify(operation)).toMatch(/"title":"Pet".*"name":"mother"/)
})

test('blocks that name a file or an address get its specification', async () => {
  const space = await aSpace()
  const base = await website({ '/openapi.yaml': async () => petStore.replace('Pet store', 'Zoo') })
  const url = `${base}/openapi.yaml`
  const page = [
    '# Blocks',
    '',
    '{% swagger src=".gitbook/assets/shop.yaml" path="/pets" method="get" %}',
    '[shop.yaml](.gitbook/assets/shop.yaml)',
    '{% endswagger %}',
    '',
    `{% openapi src="${url}" path="/orders" method="get" %}`,
    `[openapi.yaml](${url})`,
    '{% endopenapi %}',
    '',
    `{% openapi src="${base}/gone.yaml" path="/orders" method="get" %}`,
    '{% endopenapi %}',
    '',
  ].join('\n')
  const source = { 'README.md': page, '.gitbook/assets/shop.yaml': petStore }
  const { report } = await imported(space, source)
  expect(report?.skipped).toEqual([
    { source: `OpenAPI specification ${base}/gone.yaml`, reason: expect.stringContaining('404') },
  ])
  const specs = [await read(space, 'pet-store'), await read(space, 'zoo')]
  expect(specs).toMatchObject([{ operations: 5 }, { operations: 5, sourceURL: url }])
  const stored = await app.as(space.admin)(api.spaceContent.pageByPath, {
    params: { spaceId: space.spaceId, pagePath: 'blocks' },
    query: { format: 'markdown' },
  })
  expect(stored).toMatchObject({
    markdown: expect.stringContaining('{% swagger spec="pet-store" path="/pets" method="get" %}'),
  })
  expect((await exported(space))['README.md']).toBe(page)
})

test('a specification that nobody has is named in the report, and its entry is still exported', async () => {
  const space = await aSpace()
  const run = await imported(space, files('by-tag', 'nowhere'))
  expect(await treeOf(space)).toEqual(['Start', 'API', 'End'])
  const { items } = await itemsOf(space, run, { outcome: 'left-out' })
  expect(items).toMatchObject([
    {
      source: 'OpenAPI specification nowhere',
      reason: expect.stringMatching(/has no OpenAPI specification/),
    },
  ])
  expect(await exported(space)).toEqual(files('by-tag', 'nowhere'))
})
