import Fastify, { type FastifyInstance } from 'fastify'
import type { Service } from '../context.ts'
import { mountHealth } from './health.ts'
import { metricsRegistry, sendMetrics } from './metrics.ts'

/** Serves `/metrics`, `/healthz` and `/readyz` on a port of their own; undefined without `METRICS_PORT`. */
export async function openMetricsServer(service: Service): Promise<FastifyInstance | undefined> {
  const { metrics, host } = service.config
  if (metrics.port === undefined) return undefined
  const app = Fastify({ logger: false, forceCloseConnections: true, requestTimeout: 30_000 })
  mountHealth(app, service)
  const registry = metricsRegistry(service)
  app.get('/metrics', async (_, reply) => sendMetrics(reply, registry))
  const address = { port: metrics.port, host: metrics.host ?? host }
  try {
    await app.listen(address)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new Error(
      `Port ${address.port} of ${address.host} is in use. Stop the program that uses it, or set METRICS_PORT to another port.`,
    )
  }
  service.log.info({ ...address }, 'metrics are served')
  return app
}
