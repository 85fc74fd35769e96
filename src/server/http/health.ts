import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import client from 'prom-client'
import type { Service } from '../context.ts'
import type { OperationRecorder } from '../operation-times.ts'

function recordTime(times: OperationRecorder, request: FastifyRequest, reply: FastifyReply, at: Date): void {
  const { url, method } = request.routeOptions
  // Unknown addresses have no route; event streams last as long as someone listens.
  if (url === undefined || String(reply.getHeader('content-type')).startsWith('text/event-stream')) return
  const ms = reply.elapsedTime
  times.record({ method: String(method), path: url, ms, at, requestId: request.id })
}

/** `/healthz`: the process answers. `/readyz`: so does the database. `/metrics`: figures for Prometheus. */
export function mountHealth(app: FastifyInstance, { db, operationTimes, now }: Service): void {
  const registry = new client.Registry()
  const duration = new client.Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Duration of HTTP requests, by route',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  client.collectDefaultMetrics({ register: registry })
  app.addHook('onResponse', async (request, reply) => {
    recordTime(operationTimes, request, reply, now())
    duration.observe(
      {
        http_request_method: request.method,
        http_route: request.routeOptions.url ?? 'none',
        http_response_status_code: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      // Any failure of the query means that the database cannot be used.
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
