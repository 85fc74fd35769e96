import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { anOrganizationWithSpecs, pets } from '#testing/openapi-specs.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })

describe('an uploaded specification', () => {
  test('is queued, read, and has a version with documents, text and operations', async () => {
    const { organizationId, call, params, one, add, get, auditEvents } = await anOrganizationWithSpecs(app)
    const created = await add('pets', { text: pets() })
    expect(created).toMatchObject({
      object: 'openapi-spec',
      slug: 'pets',
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true, delete: true },
      version: 1,
    })
    expect(created).not.toHaveProperty('lastVersion')
    await expect(call(api.openapiSpecs.latestVersion, one('pets'))).rejects.toMatchObject({ status: 404 })
    await runPendingJobs(app)
    const read = await get('pets')
    expect(read).toMatchObject({ processingState: 'complete', title: 'Pet store', operations: 2 })
    expect(read).not.toHaveProperty('lastProcessErrorCode')
    expect(read.version).toBeGreaterThan(created.version)
    const version = await call(api.openapiSpecs.latestVersion, one('pets'))
    expect(version).toMatchObject({ id: read.lastVersion, operations: 2, apiVersion: '1.0.0' })
    const content = await call(api.openapiSpecs.latestContent, one('pets'))
    expect(content.url).toBe(version.url)
    expect(Object.keys(content.filesystem)).toEqual(['openapi.yaml'])
    expect(content.filesystem['openapi.yaml']).toMatchObject({ openapi: '3.1.0' })
    const path = { params: { ...params, specSlug: 'pets', versionId: version.id } }
    expect(await call(api.openapiSpecs.getVersion, path)).toEqual(version)
    expect(await call(api.openapiSpecs.getContent, path)).toEqual(content)
    expect(await call(api.openapiSpecs.latestText, one('pets'))).toEqual({ text: pets(), format: 'yaml' })
    const { items, count } = await call(api.openapiSpecs.listOperations, one('pets'))
    expect(count).toBe(2)
    expect(items).toEqual([
      { method: 'get', path: '/pets', summary: 'List pets', tag: 'Pets' },
      { method: 'post', path: '/pets', tag: 'Pets', deprecated: true },
    ])
    const operations = await call(api.openapiSpecs.listOperations, {
      ...one('pets'),
      query: { search: 'LIST get' },
    })
    expect(operations.items).toMatchObject([{ method: 'get' }])
    const query = { method: 'get' as const, path: '/pets' }
    expect(await call(api.openapiSpecs.getOperation, { ...one('pets'), query })).toMatchObject({
      ...query,
      responses: [{ status: '200', description: 'All of them' }],
    })
    await expect(
      call(api.openapiSpecs.getOperation, { ...one('pets'), query: { ...query, path: '/gone' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await auditEvents()).toEqual(['openapi-spec.version', 'openapi-spec.create'])
    expect(created.urls.location).toContain(`/v1/orgs/${organizationId}/openapi/pets`)
  })

  test('gets a new version only when its content changes; the newest come first', async () => {
    const { call, one, add, get } = await anOrganizationWithSpecs(app)
    await add('pets', { text: pets() })
    await runPendingJobs(app)
    const first = (await get('pets')).lastVersion
    const put = (text: string) => call(api.openapiSpecs.put, { ...one('pets'), body: { source: { text } } })
    expect(await put(`# said differently\n${pets()}`)).toMatchObject({
      processingState: 'pending',
      lastVersion: first,
    })
    await runPendingJobs(app)
    expect((await get('pets')).lastVersion).toBe(first)
    await put(pets('All pets', '2.0.0'))
    await runPendingJobs(app)
    const second = (await get('pets')).lastVersion
    expect(second).not.toBe(first)
    const { items, count } = await call(api.openapiSpecs.listVersions, one('pets'))
    expect(count).toBe(2)
    expect(items.map(({ id }) => id)).toEqual([second, first])
  })

  test('keeps the last version and reports why when it is invalid', async () => {
    const { call, one, add, get } = await anOrganizationWithSpecs(app)
    await add('pets', { text: pets() })
    await runPendingJobs(app)
    const { lastVersion } = await get('pets')
    for (const [text, why] of [
      ['hello', /isn’t an object/],
      ['{"info": {}}', /neither/],
      ['openapi: 4.0.0', /4\.0\.0/],
      ['a: [', /neither JSON nor YAML/],
      [`a: &a [x]\nb: &b [${'*a, '.repeat(200)}]\nc: [${'*b, '.repeat(200)}]\nopenapi: 3.1.0`, /aliases/],
    ] as const) {
      await call(api.openapiSpecs.put, { ...one('pets'), body: { source: { text } } })
      await runPendingJobs(app)
      const spec = await get('pets')
      expect(spec).toMatchObject({
        processingState: 'complete',
        lastProcessErrorCode: 'PARSE_ERROR',
        lastVersion,
      })
      expect(spec.lastProcessedErrors[0]?.message).toMatch(why)
    }
    expect((await call(api.openapiSpecs.listOperations, one('pets'))).count).toBe(2)
    await call(api.openapiSpecs.put, { ...one('pets'), body: { source: { text: pets() } } })
    await runPendingJobs(app)
    expect(await get('pets')).not.toHaveProperty('lastProcessErrorCode')
  })

  test('in Swagger 2.0 is converted to OpenAPI 3', async () => {
    const { call, one, add } = await anOrganizationWithSpecs(app)
    const text = JSON.stringify({
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'api.example.org',
      basePath: '/v1',
      schemes: ['https'],
      paths: {
        '/pets': {
          post: {
            consumes: ['application/json'],
            parameters: [{ name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } }],
            responses: { 200: { description: 'Done' } },
          },
        },
      },
      definitions: { Pet: { type: 'object', properties: { name: { type: 'string' } } } },
    })
    await add('old', { text })
    await runPendingJobs(app)
    const { filesystem } = await call(api.openapiSpecs.latestContent, one('old'))
    expect(filesystem['openapi.json']).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
    const operation = await call(api.openapiSpecs.getOperation, {
      ...one('old'),
      query: { method: 'post', path: '/pets' },
    })
    expect(operation).toMatchObject({
      server: 'https://api.example.org/v1',
      body: { contents: [{ mediaType: 'application/json', schema: { title: 'Pet' } }] },
    })
  })
})
