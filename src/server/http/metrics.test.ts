import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { freePort } from '#server/db/embedded-address.ts'
import { useTestApp } from '#testing/app.ts'
import { openMetricsServer } from './metrics-server.ts'

const token = 'm'.repeat(32)
const open = useTestApp()
const guarded = useTestApp({ METRICS_TOKEN: token })
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const scrape = (app: typeof open, secret?: string) =>
  app.send({ method: 'GET', url: '/metrics', token: secret })

test('metrics are not on the port of the service unless there is a token', async () => {
  expect((await scrape(open)).status).toBe(404)
  for (const secret of [undefined, 'wrong', `${token}x`])
    expect((await scrape(guarded, secret)).status).toBe(401)
  const { status, text, headers } = await scrape(guarded, token)
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(text).toContain('http_server_request_duration_seconds_bucket')
  expect(text).toContain('http_route="/metrics",http_response_status_code="401"')
})

test('METRICS_PORT serves metrics, with figures of jobs and email, and nothing of the service', async () => {
  const port = await freePort()
  const config = readConfig({ METRICS_PORT: String(port) })
  const service = { ...open.service, config: { ...open.service.config, metrics: config.metrics } }
  const server = await openMetricsServer(service)
  closing.push(async () => server?.close())
  const read = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  const { status, text } = await read('/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(/^lectern_jobs\{status="failed"\} 0$/m)
  expect(text).toMatch(/^lectern_undelivered_emails 0$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect((await read('/healthz')).status).toBe(200)
  expect((await read('/v1/user')).status).toBe(404)
  await expect(openMetricsServer(service)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set METRICS_PORT to another port.`,
  )
})

test('settings for metrics and traces are checked', () => {
  const reading = (env: Record<string, string>) => () => readConfig(env)
  expect(reading({ METRICS_PORT: '4400' })).toThrow('METRICS_PORT must differ from PORT.')
  expect(reading({ METRICS_HOST: '::' })).toThrow('METRICS_HOST also needs METRICS_PORT.')
  expect(reading({ METRICS_PORT: '99999' })).toThrow('METRICS_PORT must be a whole number')
  expect(reading({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 32 characters.')
  expect(reading({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('must be an address')
  expect(reading({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('must be http/json')
  expect(reading({ OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow(
    'OTEL_TRACES_SAMPLER must be one of: always_on,',
  )
  for (const ratio of ['2', '10%', '-0.1', '.'])
    expect(reading({ OTEL_TRACES_SAMPLER_ARG: ratio })).toThrow('must be a number from 0 to 1.')
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  const sampled = { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
  expect(readConfig(sampled).tracing).toMatchObject({ sampler: 'traceidratio', ratio: 0.25 })
  expect(readConfig({}).tracing).toBeUndefined()
  expect(readConfig(endpoint).tracing).toBeDefined()
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined()
  expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined()
})
