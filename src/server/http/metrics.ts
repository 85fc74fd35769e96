import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import client from 'prom-client'
import { hashOf } from '../auth/secrets.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { addSystemMetrics } from './system-metrics.ts'

/** One registry per service, which the port of the service and the one for metrics share. */
const registries = new WeakMap<Service, client.Registry>()

/** The figures of a service in the format of Prometheus. */
export function metricsRegistry(service: Service): client.Registry {
  const existing = registries.get(service)
  if (existing !== undefined) return existing
  const registry = new client.Registry()
  client.collectDefaultMetrics({ register: registry })
  addSystemMetrics(registry, service.db)
  registries.set(service, registry)
  return registry
}

/** An answered request; `route` is undefined for addresses that no route has. */
export type AnsweredRequest = {
  readonly method: string
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly requestId: string
}

/** Counts and measures a request that was answered without the framework. */
export type CountRequest = (request: AnsweredRequest) => void

/**
 * Counts and measures every request, and serves `/metrics` to callers with `METRICS_TOKEN` if that is set. Returns how
 * other requests are counted.
 */
export function mountMetrics(app: FastifyInstance, service: Service): CountRequest {
  const registry = metricsRegistry(service)
  const duration = new client.Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, by route',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const count: CountRequest = ({ method, route = 'none', status, ms }) =>
    duration.observe(
      { http_request_method: method, http_route: route, http_response_status_code: status },
      ms / 1000,
    )
  app.addHook('onResponse', async (request, reply) => {
    const { url: route, method = request.method } = request.routeOptions
    const answered = { status: reply.statusCode, ms: reply.elapsedTime, requestId: request.id, route }
    // Event streams last as long as someone listens.
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      recordTime(service, { ...answered, method: String(method) })
    count({ ...answered, method: request.method })
  })
  const { token } = service.config.metrics
  const expected = token === undefined ? undefined : hashOf(token)
  app.get('/metrics', async (request, reply) => {
    if (expected === undefined)
      throw new DomainError('not_found', 'Metrics are off. Set METRICS_PORT or METRICS_TOKEN')
    const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !timingSafeEqual(hashOf(secret), expected))
      throw new DomainError('unauthenticated', 'Send the header Authorization: Bearer <METRICS_TOKEN>')
    return sendMetrics(reply, registry)
  })
  return (answered) => {
    recordTime(service, answered)
    count(answered)
  }
}

export const sendMetrics = async (reply: FastifyReply, registry: client.Registry): Promise<FastifyReply> =>
  reply
    .type(registry.contentType)
    .header('cache-control', 'no-store')
    .send(await registry.metrics())

/** For the list of slow operations; unknown addresses have no route. */
function recordTime(
  { operationTimes, now }: Service,
  { method, route: path, ms, requestId }: AnsweredRequest,
): void {
  if (path !== undefined) operationTimes.record({ method, path, ms, at: now(), requestId })
}
