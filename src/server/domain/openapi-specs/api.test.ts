import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_SPEC_VERSIONS, MAX_SPECS } from '#contract/openapi-specs.ts'
import { useTestApp } from '#testing/app.ts'
import { runPendingJobs } from '#testing/emails.ts'
import { anOrganizationWithSpecs, pets } from '#testing/openapi-specs.ts'
import { newId } from '../../ids.ts'
import { refreshOpenapiSpecsHandler } from '../../jobs/handlers/refresh-openapi-specs.ts'

const app = useTestApp({ LECTERN_ALLOW_PRIVATE_NETWORK: '1' })
const never = new AbortController().signal

/** The responses of the other server, by path. */
const answers = new Map<string, { status?: number; body: string; location?: string }>()
let server: Server
let outside = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const {
      status = 200,
      body,
      location,
    } = answers.get(request.url ?? '') ?? { status: 404, body: 'Nothing' }
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((result) => server.listen(0, '127.0.0.1', result))
  outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((result) => void server.close(() => result())))

describe('a specification at a URL', () => {
  test('is read with the documents it refers to', async () => {
    const { call, one, add, get } = await anOrganizationWithSpecs(app)
    answers.set('/api/pets.yaml', {
      body: pets().replace(`{ description: All of them }`, `{ $ref: 'more.yaml#/responses/All' }`),
    })
    answers.set('/api/more.yaml', { body: `responses: { All: { description: From elsewhere } }` })
    await add('pets', { url: `${outside}/api/pets.yaml` })
    await runPendingJobs(app)
    expect(await get('pets')).toMatchObject({ sourceURL: `${outside}/api/pets.yaml`, operations: 2 })
    const { filesystem, url } = await call(api.openapiSpecs.latestContent, one('pets'))
    expect(url).toBe(`${outside}/api/pets.yaml`)
    expect(Object.keys(filesystem)).toEqual([url, `${outside}/api/more.yaml`])
    const query = { method: 'get' as const, path: '/pets' }
    expect(await call(api.openapiSpecs.getOperation, { ...one('pets'), query })).toMatchObject({
      server: `${outside}/v2`,
      responses: [{ description: 'From elsewhere' }],
    })
  })

  test('reports failures and content that is not a specification', async () => {
    const { call, one, add, get } = await anOrganizationWithSpecs(app)
    await add('gone', { url: `${outside}/no-such` })
    await runPendingJobs(app)
    expect(await get('gone')).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'FETCH_ERROR',
    })
    answers.set('/lost.yaml', { body: pets().replace(`{ description: All of them }`, `{ $ref: 'no-such' }`) })
    await call(api.openapiSpecs.put, { ...one('gone'), body: { source: { url: `${outside}/lost.yaml` } } })
    await runPendingJobs(app)
    expect(await get('gone')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' })
  })

  test('reads neither local files nor other schemes than http', async () => {
    const { add, get, call, one } = await anOrganizationWithSpecs(app)
    for (const [index, reference] of ['file:///etc/passwd', '/etc/passwd', '../../secret.yaml'].entries()) {
      await add(`local-${index}`, {
        text: pets().replace('{ description: All of them }', `{ $ref: '${reference}' }`),
      })
      await runPendingJobs(app)
      const spec = await get(`local-${index}`)
      expect(spec).toMatchObject({ processingState: 'complete', operations: 2 })
      expect(spec.lastProcessedErrors[0]?.message).toContain(reference)
      const { filesystem } = await call(api.openapiSpecs.latestContent, one(`local-${index}`))
      expect(Object.keys(filesystem)).toEqual(['openapi.yaml'])
    }
  })

  test('is refreshed automatically', async () => {
    const { add, get } = await anOrganizationWithSpecs(app)
    answers.set('/fresh.yaml', { body: pets() })
    await add('fresh', { url: `${outside}/fresh.yaml` })
    await runPendingJobs(app)
    const { lastVersion, id } = await get('fresh')
    answers.set('/fresh.yaml', { body: pets('Changed') })
    await refreshOpenapiSpecsHandler(app.service, {}, never)
    await runPendingJobs(app)
    expect((await get('fresh')).lastVersion).toBe(lastVersion)
    const due = { refresh_at: new Date(Date.now() - 1000) }
    await app.db.updateTable('openapi_spec').set(due).where('id', '=', id).execute()
    await refreshOpenapiSpecsHandler(app.service, {}, never)
    await runPendingJobs(app)
    expect((await get('fresh')).lastVersion).not.toBe(lastVersion)
  })

  test('notifies those who can change it when updates begin to fail, until one succeeds', async () => {
    const { organizationId, add, get, admin } = await anOrganizationWithSpecs(app)
    const reader = await app.aMember(organizationId, 'read')
    answers.set('/flaky.yaml', { body: pets() })
    await add('flaky', { url: `${outside}/flaky.yaml` })
    await add('never', { url: `${outside}/no-such` })
    await runPendingJobs(app)
    const { id } = await get('flaky')
    const refresh = async () => {
      const due = { refresh_at: new Date(Date.now() - 1000) }
      await app.db.updateTable('openapi_spec').set(due).where('id', '=', id).execute()
      await refreshOpenapiSpecsHandler(app.service, {}, never)
      await runPendingJobs(app)
    }
    const inbox = async (person = admin) => {
      const input = { params: { organizationId }, query: {} }
      return (await app.as(person)(api.notifications.list, input)).items
    }
    answers.set('/flaky.yaml', { status: 500, body: 'Broken' })
    await refresh()
    await refresh()
    const [notification, ...others] = await inbox()
    expect(others).toEqual([])
    expect(notification).toMatchObject({
      reason: 'openapi_failed',
      about: { kind: 'openapi-spec', title: 'Pet store' },
      excerpt: expect.stringMatching(/500/),
    })
    expect(await inbox(reader)).toEqual([])
    answers.set('/flaky.yaml', { body: pets() })
    await refresh()
    expect(await inbox()).toEqual([])
  })

  test('stores nothing when its source changes while it is read', async () => {
    const { add, get, call, one } = await anOrganizationWithSpecs(app)
    answers.set('/slow.yaml', { body: pets('Slow') })
    await add('race', { url: `${outside}/slow.yaml` })
    const { id } = await get('race')
    await app.db.updateTable('openapi_spec').set({ orders: 7 }).where('id', '=', id).execute()
    const { readSpecification } = await import('./import-source.ts')
    const { organization_id: organizationId } = await app.db
      .selectFrom('openapi_spec')
      .select('organization_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const reading = readSpecification(app.service, { organizationId, specId: id }, never)
    await call(api.openapiSpecs.put, { ...one('race'), body: { source: { text: pets('Fast') } } })
    await reading
    await runPendingJobs(app)
    const { items } = await call(api.openapiSpecs.listOperations, one('race'))
    expect(items[0]?.summary).toBe('Fast')
    expect((await call(api.openapiSpecs.listVersions, one('race'))).count).toBe(1)
  })
})

describe('specifications', () => {
  test('have unique slugs and a limited number', async () => {
    const { organizationId, add, call, params } = await anOrganizationWithSpecs(app)
    await add('pets', { text: pets() })
    await expect(add('pets', { text: pets() })).rejects.toMatchObject({ status: 409, type: 'conflict' })
    await expect(add('Pets', { text: pets() })).rejects.toMatchObject({ status: 400 })
    await expect(
      call(api.openapiSpecs.create, { params, body: { slug: 'both', source: { url: outside, text: 'x' } } }),
    ).rejects.toMatchObject({ status: 400 })
    const now = new Date()
    const rows = Array.from({ length: MAX_SPECS - 1 }, (_, index) => ({
      organization_id: organizationId,
      id: newId(),
      slug: `filler-${index}`,
      processing_state: 'complete' as const,
      created_at: now,
      updated_at: now,
    }))
    await app.db.insertInto('openapi_spec').values(rows).execute()
    await expect(add('more', { text: pets() })).rejects.toMatchObject({ status: 409, type: 'invalid_state' })
    expect((await call(api.openapiSpecs.list, { params, query: { limit: 0 } })).count).toBe(MAX_SPECS)
  })

  test('can be created by PUT, made public, and deleted with all versions', async () => {
    const { organizationId, call, one, auditEvents } = await anOrganizationWithSpecs(app)
    const put = { ...one('pets'), body: { source: { text: pets() } } }
    await call(api.openapiSpecs.put, put)
    await runPendingJobs(app)
    const address = `/openapi/${organizationId}/pets`
    expect((await app.send({ method: 'GET', url: address })).status).toBe(404)
    const { version } = await call(api.openapiSpecs.get, one('pets'))
    const shown = await call(
      api.openapiSpecs.update,
      { ...one('pets'), body: { visibility: 'public' } },
      { ifMatch: version },
    )
    expect(shown.urls.published).toContain(address)
    const published = await app.send({ method: 'GET', url: address })
    expect(published.text).toBe(pets())
    expect(published.headers['content-type']).toContain('yaml')
    await expect(call(api.openapiSpecs.put, put, { ifMatch: version })).rejects.toMatchObject({ status: 412 })
    await expect(call(api.openapiSpecs.delete, one('pets'), { ifMatch: version })).rejects.toMatchObject({
      status: 412,
    })
    await call(api.openapiSpecs.delete, one('pets'), { ifMatch: shown.version })
    await expect(call(api.openapiSpecs.get, one('pets'))).rejects.toMatchObject({ status: 404 })
    expect((await app.send({ method: 'GET', url: address })).status).toBe(404)
    for (const table of ['openapi_spec_version', 'openapi_operation', 'openapi_uploaded_text'] as const) {
      const remaining = await app.db
        .selectFrom(table)
        .select('organization_id')
        .where('organization_id', '=', organizationId)
        .execute()
      expect(remaining).toEqual([])
    }
    expect(await auditEvents()).toEqual([
      'openapi-spec.delete',
      'openapi-spec.update',
      'openapi-spec.version',
      'openapi-spec.create',
    ])
  })

  test('list the pages that show them, in visible spaces', async () => {
    const { organizationId, call, params, one, add } = await anOrganizationWithSpecs(app)
    await add('pets', { url: `${outside}/fresh.yaml` })
    const [open, closed] = [
      await call(api.spaces.create, { params, body: { title: 'Open' } }),
      await call(api.spaces.create, { params, body: { title: 'Closed' } }),
    ]
    await call(api.spaces.update, { params: { spaceId: closed.id }, body: { defaultLevel: null } })
    const page = (spaceId: string, title: string, markdown: string) =>
      call(api.spaceContent.edit, {
        params: { spaceId },
        body: { changes: [{ operation: 'insert_page', title, document: { markdown } }] },
      })
    await page(open.id, 'By slug', '{% openapi-operation spec="pets" path="/pets" method="get" %}')
    await page(open.id, 'By address', `{% openapi src="${outside}/fresh.yaml" path="/pets" method="get" %}`)
    await page(open.id, 'Another', '{% openapi src="cats" path="/pets" method="get" %}')
    await page(closed.id, 'Hidden', '{% openapi src="pets" path="/pets" method="get" %}')
    const titles = async (asker: typeof call) => {
      const { items, count } = await asker(api.openapiSpecs.listUses, one('pets'))
      expect(count).toBe(items.length)
      return items.map(({ page: { title } }) => title).toSorted()
    }
    expect(await titles(call)).toEqual(['By address', 'By slug', 'Hidden'])
    const reader = app.as(await app.aMember(organizationId, 'read'))
    expect(await titles(reader)).toEqual(['By address', 'By slug'])
    expect((await call(api.spaceLinks.list, { params: { spaceId: open.id } })).count).toBe(0)
  })

  test('keep only their newest versions', async () => {
    const { organizationId, add, get, call, one } = await anOrganizationWithSpecs(app)
    await add('pets', { text: pets() })
    const { id: spec_id } = await get('pets')
    const rows = Array.from({ length: MAX_SPEC_VERSIONS }, (_, index) => ({
      organization_id: organizationId,
      id: newId(),
      spec_id,
      hash: String(index),
      operations: 0,
      format: 'json' as const,
      text: '{}',
      documents: '{}',
      created_at: new Date(1_700_000_000_000 + index),
    }))
    await app.db.insertInto('openapi_spec_version').values(rows).execute()
    await runPendingJobs(app)
    const { items, count } = await call(api.openapiSpecs.listVersions, {
      ...one('pets'),
      query: { limit: 1000 },
    })
    expect(count).toBe(MAX_SPEC_VERSIONS)
    expect(items.map(({ id }) => id)).not.toContain(rows[0]?.id)
  })
})
