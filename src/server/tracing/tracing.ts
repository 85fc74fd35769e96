import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Config } from '../config.ts'
import type { JobHandlers } from '../jobs/worker.ts'

/** Sends spans of requests, queries and jobs to an OpenTelemetry collector. */
export type Tracing = {
  /** Adds a server span to every request, as a child of the span in its `traceparent` header. */
  readonly traceRequests: (app: FastifyInstance) => void
  /** Adds a span for a query inside a request or job. */
  readonly onQuery: (query: LogEvent) => void
  readonly traceJobs: (handlers: JobHandlers) => JobHandlers
  /** Sends what is left. */
  readonly close: () => Promise<void>
}

/** Starts tracing if a collector is set. OpenTelemetry is loaded only then. */
export async function openTracing({ tracing }: Pick<Config, 'tracing'>): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined
  const { startTracing } = await import('./open-telemetry.ts')
  return startTracing(tracing)
}
