import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { buildApp } from '#server/http/app.ts'
import { operations } from '#server/http/operations.ts'
import type { JobHandlers } from '#server/jobs/worker.ts'
import { createLog } from '#server/log.ts'
import { serviceOf } from '#server/service.ts'
import { createTestDatabase } from '#testing/database.ts'
import { makeTestFolder } from '#testing/test-folder.ts'
import { openTraceCollector, type TraceCollector } from '#testing/trace-collector.ts'
import { openTracing } from './open-tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentSpanId = 'b7ad6b7169203331'
let collector: TraceCollector

beforeAll(async () => {
  collector = await openTraceCollector()
})
afterAll(async () => {
  for (const name of Object.keys(process.env).filter((key) => key.startsWith('OTEL_')))
    delete process.env[name]
  await collector.close()
})

/** Runs the service with tracing, and ends it, which sends the traces. */
async function traced(
  run: (part: Awaited<ReturnType<typeof start>>) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const part = await start(variables)
  await run(part)
  await part.app.close()
  await part.tracing.close()
  await part.close()
}

async function start(variables: Readonly<Record<string, string>>) {
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  const config = readConfig({
    DATA_DIR: makeTestFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=one%20two',
    ...variables,
  })
  const tracing = await openTracing(config)
  if (tracing === undefined) throw new Error('Tracing is off')
  const database = await createTestDatabase()
  const opened = openDatabase(database.connectionString, { max: 2, onQuery: tracing.onQuery })
  const service = serviceOf(config, opened.db, createLog({ level: 'fatal' }), '', undefined, tracing)
  const app = await buildApp(service, operations, makeTestFolder())
  const close = async () => {
    await opened.close()
    await database.close()
  }
  return { tracing, service, app, close }
}

test('requests, their queries and jobs become spans with the parent of the caller', async () => {
  await traced(async ({ app, service, tracing }) => {
    const traceparent = `00-${traceId}-${parentSpanId}-01`
    // A body, because it arrives in another context.
    const payload = { email: 'nobody@example.org', password: 'secret password' }
    const headers = { traceparent, 'x-lectern': '1' }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/auth/sign-in?next=secret',
      headers,
      payload,
    })
    expect(statusCode).toBe(401)
    await app.inject({ method: 'GET', url: '/healthz' })
    await app.inject({ method: 'POST', url: '/auth/verify-email/secret-link', headers: { 'x-lectern': '1' } })
    await app.inject({ method: 'GET', url: '/preview/secret%2Dkey/sites/docs' })
    const { 'clean-up': job } = tracing.traceJobs<JobHandlers>({
      'clean-up': async ({ db }) => {
        await sql`select 'in a job'`.execute(db)
        throw new Error('The disk is full')
      },
    })
    await expect(job?.(service, {}, new AbortController().signal)).rejects.toThrow('The disk is full')
    await sql`select 'outside'`.execute(service.db)
  })
  const { spans, resource, headers } = collector
  expect(resource).toMatchObject({ 'service.name': 'lectern', 'deployment.environment.name': 'test' })
  expect(headers['x-api-key']).toBe('one two')
  const request = spans.find(({ kind }) => kind === 2)
  expect(request).toMatchObject({ name: 'POST /auth/sign-in', traceId, parentSpanId })
  expect(request?.attributes).toMatchObject({
    'http.route': '/auth/sign-in',
    'http.request.method': 'POST',
    'http.response.status_code': 401,
    'url.path': '/auth/sign-in',
  })
  const paths = spans.map(({ attributes }) => attributes['url.path'])
  expect(paths).toContain('/auth/verify-email/:link')
  expect(paths).toContain('/preview/:key/sites/docs')
  const queries = spans.filter(({ parentSpanId: parent }) => parent === request?.spanId)
  expect(queries.length).toBeGreaterThan(0)
  expect(queries.some(({ attributes }) => String(attributes['db.query.text']).includes('user_account'))).toBe(
    true,
  )
  const job = spans.find(({ name }) => name === 'job clean-up')
  expect(job).toMatchObject({ kind: 5, status: { code: 2, message: 'The disk is full' } })
  expect(spans.filter(({ parentSpanId: parent }) => parent === job?.spanId)).toHaveLength(1)
  const text = JSON.stringify(spans)
  for (const secret of ['secret', 'nobody@example.org', 'outside', '/healthz'])
    expect(text).not.toContain(secret)
})

test('a sampler decides which requests become spans', async () => {
  const request = (isSampled: boolean) => ({
    method: 'GET' as const,
    url: '/v1/openapi.json',
    headers: { traceparent: `00-${traceId}-${parentSpanId}-0${isSampled ? 1 : 0}` },
  })
  const spansOf = async (variables: Readonly<Record<string, string>>) => {
    collector.spans.length = 0
    await traced(async ({ app }) => {
      await app.inject({ method: 'GET', url: '/v1/openapi.json' })
      await app.inject(request(true))
      await app.inject(request(false))
    }, variables)
    return collector.spans.filter(({ kind }) => kind === 2).map((span) => span.traceId === traceId)
  }
  expect(await spansOf({})).toEqual([false, true])
  expect(await spansOf({ OTEL_TRACES_SAMPLER: 'always_off' })).toEqual([])
  const never = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  expect(await spansOf(never)).toEqual([true])
})

test('without a collector nothing of OpenTelemetry is loaded', async () => {
  expect(await openTracing(readConfig({}))).toBeUndefined()
})
