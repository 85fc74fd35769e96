import type { FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'

/** Sends spans of requests, queries and jobs to an OpenTelemetry collector. */
export type Tracing = {
  /** Adds a server span to every request, as a child of the span in its `traceparent` header. */
  readonly traceRequests: (app: FastifyInstance) => void
  /** Adds a span for a query inside a request or job. */
  readonly onQuery: (query: LogEvent) => void
  /** Adds a span to every run of a job; `handlers` are functions by the names of their jobs. */
  readonly traceJobs: <Handlers extends object>(handlers: Handlers) => Handlers
  /** Sends what is left. */
  readonly close: () => Promise<void>
}
