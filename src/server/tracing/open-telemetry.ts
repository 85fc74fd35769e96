import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { LogEvent } from 'kysely'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { instance } from '../instance.ts'
import type { TraceSampler, TracingSettings } from '../monitoring-settings.ts'
import { version } from '../version.ts'
import { traceRequests } from './request-spans.ts'
import type { Tracing } from './tracing.ts'

/** At most this long does a stop wait for the collector. */
const CLOSE_TIMEOUT_MS = 3000
/** Longer queries are cut off in spans. */
const MAX_QUERY_LENGTH = 4000

/** Attributes follow the semantic conventions 1.37 of OpenTelemetry. The exporter reads `OTEL_…` by itself. */
export function startTracing({ headers, sampler, ratio }: TracingSettings): Tracing {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'lectern',
        'service.version': version,
        'service.instance.id': instance.id,
        'host.name': instance.host,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const exporter = new OTLPTraceExporter(headers === undefined ? {} : { headers: headersOf(headers) })
  const provider = new TracerProvider({
    resource,
    sampler: samplers[sampler](ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()]
  propagation.setGlobalPropagator(new CompositePropagator({ propagators }))
  const tracer = provider.getTracer('lectern', version)
  return {
    traceRequests: (app) => traceRequests(app, tracer),
    onQuery: (query) => addQuerySpan(tracer, query),
    traceJobs: (handlers) => traceJobs(tracer, handlers),
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

const samplers: Readonly<Record<TraceSampler, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/** `key=value` pairs with commas, percent-encoded, as in `OTEL_EXPORTER_OTLP_HEADERS`. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=')
      return at < 1 ? [] : [[pair.slice(0, at).trim(), percentDecoded(pair.slice(at + 1).trim())]]
    }),
  )

/** Queries outside of requests and jobs are not traced. The text has no values, only `$1`. */
function addQuerySpan(tracer: Tracer, { level, query, queryDurationMillis, ...event }: LogEvent): void {
  const active = context.active()
  if (trace.getSpan(active)?.isRecording() !== true) return
  const text = query.sql
  const operation = /^(?:\s|\/\*.*?\*\/)*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  const end = Date.now()
  const span = tracer.startSpan(
    operation,
    {
      kind: SpanKind.CLIENT,
      startTime: end - queryDurationMillis,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, MAX_QUERY_LENGTH),
      },
    },
    active,
  )
  if (level === 'error' && 'error' in event) fail(span, event.error)
  span.end(end)
}

type RunJob = (service: unknown, payload: unknown, stop: AbortSignal) => Promise<void>

function traceJobs<Handlers extends object>(tracer: Tracer, handlers: Handlers): Handlers {
  const traced = Object.entries(handlers).map(([name, run]) => [name, traceJob(tracer, name, run as RunJob)])
  return Object.fromEntries(traced) as Handlers
}

const traceJob =
  (tracer: Tracer, name: string, run: RunJob): RunJob =>
  async (service, payload, stop) => {
    const span = tracer.startSpan(`job ${name}`, {
      kind: SpanKind.CONSUMER,
      root: true,
      attributes: { 'messaging.operation.type': 'process', 'messaging.destination.name': name },
    })
    const active: Context = trace.setSpan(context.active(), span)
    try {
      await context.with(active, () => run(service, payload, stop))
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

function fail(span: Span, error: unknown): void {
  span.setStatus({
    code: SpanStatusCode.ERROR,
    message: error instanceof Error ? error.message : String(error),
  })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'error')
}
