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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggedPath } from '../logged-path.ts'

type TracedRequest = { readonly span: Span; readonly active: Context }

/** Probes would be most of the traces. */
const UNTRACED: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Adds a server span to every request, and makes it the active one while the request is handled. */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, _, done) => {
    const route = request.routeOptions.url
    if (route !== undefined && UNTRACED.includes(route)) return done()
    const parent = propagation.extract(context.active(), request.headers)
    const span = startSpan(tracer, request, parent)
    const active = trace.setSpan(parent, span)
    traced.set(request, { span, active })
    return context.with(active, done)
  })
  // The body arrives in events of the connection, which have another context.
  app.addHook('preValidation', (request, _, done) => {
    const one = traced.get(request)
    return one === undefined ? done() : context.with(one.active, done)
  })
  app.addHook('onResponse', async (request, reply) => end(traced.get(request)?.span, reply))
  app.addHook('onRequestAbort', async (request) => {
    const span = traced.get(request)?.span
    if (span?.isRecording() !== true) return
    span.setStatus({ code: SpanStatusCode.ERROR, message: 'The client closed the connection' })
    span.end()
  })
}

function startSpan(tracer: Tracer, request: FastifyRequest, parent: Context): Span {
  const { method, routeOptions, protocol, hostname, id, headers } = request
  const route = routeOptions.url
  return tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'url.scheme': protocol,
        'url.path': loggedPath(request),
        'server.address': hostname,
        'lectern.request_id': id,
        ...(route === undefined ? {} : { 'http.route': route }),
        ...(headers['user-agent'] === undefined ? {} : { 'user_agent.original': headers['user-agent'] }),
      },
    },
    parent,
  )
}

function end(span: Span | undefined, { statusCode }: FastifyReply): void {
  if (span?.isRecording() !== true) return
  span.setAttribute('http.response.status_code', statusCode)
  if (statusCode >= 500) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', String(statusCode))
  }
  span.end()
}
